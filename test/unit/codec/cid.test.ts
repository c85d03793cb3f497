import { describe, expect, it } from 'vitest'
import { formatCid, parseCid } from '../../../src/codec/cid/cid.ts'
import { multibaseFor } from '../../../src/codec/cid/multibase.ts'

const base32 = multibaseFor('base32')

describe('parseCid()', () => {
  it.each([
    [
      'QmZZRTyhDpL5Jgift1cHbAhexeE1m2Hw8x8g7rTcPahDvo',
      'bafybeifgwyq5gs4l2mru5klgwjfmftjvkmbyyjurbupuz2bst7mhmg2hwa',
    ],
    [
      'zdj7WgefqQm5HogBQ2bckZuTYYDarRTUZi51GYCnerHD2G86j',
      'bafybeifgwyq5gs4l2mru5klgwjfmftjvkmbyyjurbupuz2bst7mhmg2hwa',
    ],
    [
      'uAXASIDsp4T3Wnd6kXFOQaljH3GFK_ixkjMtVhB9VOBrPK3bp',
      'bafybeib3fhqt3vu532sfyu4qnjmmpxdbjl7cyzemznkyih2vhanm6k3w5e',
    ],
    [
      'QmS4ustL54uo8FzR9455qaxZwuMiUhyvMcX9Ba8nUH4uVv',
      'bafybeibxm2nsadl3fnxv2sxcxmxaco2jl53wpeorjdzidjwf5aqdg7wa6u',
    ],
  ])('reads %s', (text, inBase32) => {
    expect(formatCid(parseCid(text), { base: base32 })).toBe(inBase32)
  })

  it.each([
    ['', 'cid too short'],
    ['Q', 'cid too short'],
    ['..', 'selected encoding not supported'],
    ['qmZZRTyhDpL5Jgift1cHbAhexeE1m2Hw8x8g7rTcPahDvo', 'selected encoding not supported'],
    ['QmZZRTyhDpL5Jgift1cHbAhexeE1m2Hw8x8g7rTcPahDv0', "invalid base58 digit ('0')"],
    ['b!!', 'illegal base32 data'],
    ['f00', 'cid too short'],
    ['f0270', 'expected 1 as the cid version number, got: 2'],
    ['f01', 'cid too short'],
    ['f015512', 'multihash too short. must be >= 2 bytes'],
    ['f01551220aa', 'length greater than remaining number of bytes in buffer'],
    ['f01550001aabb', 'trailing bytes in data buffer passed to cid Cast'],
    [`z${'1'.repeat(100_000)}`, 'cid too long: over 2048 characters'],
  ])('refuses %j', (text, message) => {
    expect(() => parseCid(text)).toThrow(expect.objectContaining({ code: 'invalid-argument', message }))
  })
})

describe('formatCid()', () => {
  const v0 = parseCid('QmZZRTyhDpL5Jgift1cHbAhexeE1m2Hw8x8g7rTcPahDvo')

  it('prints each version in its own default', () => {
    expect(formatCid(v0)).toBe('QmZZRTyhDpL5Jgift1cHbAhexeE1m2Hw8x8g7rTcPahDvo')
    expect(formatCid(v0.toV1())).toMatch(/^bafybei/)
  })

  it('upgrades version 0 when a base is given, unless told not to', () => {
    expect(formatCid(v0, { base: multibaseFor('z') })).toBe(
      'zdj7WgefqQm5HogBQ2bckZuTYYDarRTUZi51GYCnerHD2G86j',
    )
    expect(formatCid(v0, { base: base32, upgradeV0: false })).toMatch(/^Qm/)
    expect(formatCid(v0, { upgradeV0: true })).toMatch(/^bafybei/)
  })
})

describe('multibaseFor()', () => {
  it.each([
    ['base32', 'b'],
    ['base58btc', 'z'],
    ['base36', 'k'],
    ['base64url', 'u'],
    ['base16upper', 'F'],
    ['base256emoji', '🚀'],
  ])('knows %s by its name and by its letter', (name, prefix) => {
    expect(multibaseFor(name)?.prefix).toBe(prefix)
    expect(multibaseFor(prefix)?.name).toBe(name)
  })

  it('knows nothing else', () => {
    expect(multibaseFor('base1')).toBeUndefined()
    expect(multibaseFor('')).toBeUndefined()
  })
})
