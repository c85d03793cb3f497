import { describe, expect, it } from 'vitest'
import { CID } from '../../../src/codec/cid/cid.ts'
import { checkTimeout, earlyOptions } from '../../../src/rpc/declare/global-options.ts'
import { cidPrinter } from '../../../src/rpc/print/print-cid.ts'

const V0 = CID.parse('QmYNmQKp6SuaVrpgWRsPTgCQCnpxUYGq76YEKBXuj2N4H6')
const V1 = CID.parse('bafkreievd6mwe6vcwnkwo3eizs3h7w3a34opszbyfxziqdxguhjw7imdve')
const V0_AS_BASE32 = 'bafybeievd6mwe6vcwnkwo3eizs3h7w3a34opszbyfxziqdxguhjw7imdve'

describe('cidPrinter()', () => {
  it('prints each CID in its own default without options', () => {
    const print = cidPrinter({})

    expect([V0, V1].map((cid) => print(cid))).toEqual([V0.toString(), V1.toString()])
  })

  it.each(['base32', 'b'])('prints all as version 1 in the base called %s', (base) => {
    const print = cidPrinter({ base })

    expect([V0, V1].map((cid) => print(cid))).toEqual([V0_AS_BASE32, V1.toString()])
  })

  it('leaves version 0 alone when told so', () => {
    const print = cidPrinter({ base: 'base16', upgrade: false })

    expect(print(V0)).toBe(V0.toString())
    expect(print(V1)).toMatch(/^f01551220/)
  })

  it('prints version 0 as version 1 in base32 when only that is asked', () => {
    expect(cidPrinter({ upgrade: true })(V0)).toBe(V0_AS_BASE32)
  })

  it('treats an empty base as absent', () => {
    expect(cidPrinter({ base: '' })(V0)).toBe(V0.toString())
  })

  it('refuses an unknown base with the text of the reference', () => {
    expect(() => cidPrinter({ base: 'x' })).toThrow('Unsupported multibase encoding: x')
  })
})

describe('checkTimeout()', () => {
  it('is content without the option, and with a duration', () => {
    expect(() => checkTimeout(undefined)).not.toThrow()
    expect(() => checkTimeout('1m30s')).not.toThrow()
  })

  it('refuses what is no duration', () => {
    expect(() => checkTimeout('soon')).toThrow('invalid timeout: soon')
  })
})

describe('earlyOptions()', () => {
  const early = (query: string) => earlyOptions(new Request(`http://localhost/x${query}`))

  it.each([
    ['', undefined, false],
    ['?timeout=1.5s&encoding=text', 1500, true],
    ['?timeout=0&enc=text', 0, true],
    ['?timeout=soon', undefined, false],
    ['?timeout=1s&timeout=1s', undefined, false],
  ])('knows of "%s" how long it may take and what it wants', (query, limitMs, asText) => {
    expect(early(query)).toEqual({ limitMs, asText })
  })
})
