import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatCid, parseCid } from '../../../src/codec/cid/cid.ts'
import { multibaseFor } from '../../../src/codec/cid/multibase.ts'

interface Fixture {
  readonly cids: readonly {
    readonly input: string
    readonly version: number
    readonly codec: number
    readonly multihashCode: number
    readonly digest: string
    readonly v1base32: string
    readonly v1base58btc: string
    readonly v1base36: string
  }[]
  readonly refuse: readonly { readonly text: string; readonly why: string }[]
}

const { cids, refuse }: Fixture = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../fixtures/multiformats/cids.json'), 'utf8'),
)

describe('CIDs of the public set', () => {
  it.each(cids.map((one) => [one.input, one] as const))('reads and prints %s', (input, expected) => {
    const cid = parseCid(input)

    expect(cid).toMatchObject({ version: expected.version, code: expected.codec })
    expect(cid.multihash.code).toBe(expected.multihashCode)
    expect(Buffer.from(cid.multihash.digest).toString('hex')).toBe(expected.digest)
    for (const base of ['base32', 'base58btc', 'base36'] as const) {
      expect(formatCid(cid, { base: multibaseFor(base) })).toBe(expected[`v1${base}`])
    }
  })

  it.each(refuse.map((one) => [one.text, one.why]))('refuses %j: %s', (text) => {
    expect(() => parseCid(text)).toThrow(expect.objectContaining({ code: 'invalid-argument' }))
  })
})
