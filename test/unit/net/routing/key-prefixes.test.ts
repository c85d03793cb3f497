import { describe, expect, it } from 'vitest'
import { sha256 } from '../../../../src/codec/cid/sha256.ts'
import { keyPrefixes } from '../../../../src/net/routing/dht/key-prefixes.ts'

describe('keyPrefixes', () => {
  it.each([0, 1, 0x0fff, 0x3fff, 0x4000, 0x8001, 0xffff])('has an id near place %i of the DHT', (place) => {
    const prefix = keyPrefixes[place] ?? Number.NaN
    const id = new DataView(new ArrayBuffer(34))
    id.setUint16(0, 0x1220)
    id.setUint32(2, prefix)

    const found = new DataView(sha256(new Uint8Array(id.buffer)).slice().buffer).getUint16(0)

    expect(Number.isInteger(prefix)).toBe(true)
    expect(found >> 4).toBe(place >> 4)
  })

  it('has different ids for places that are near each other', () => {
    expect(keyPrefixes[0x1230]).not.toBe(keyPrefixes[0x1231])
  })
})
