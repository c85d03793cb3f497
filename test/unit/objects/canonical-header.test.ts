import { describe, expect, it } from 'vitest'
import { canonicalHeader } from '../../../src/objects/tar/canonical-header.ts'
import headers from '../../fixtures/tar/headers.json' with { type: 'json' }

const bytes = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'))

/** Headers that GNU tar 1.34 writes, and what the reference implementation's library makes of them. */
describe('canonicalHeader()', () => {
  it.each(headers)('writes $name as the reference implementation does', ({ raw, canonical }) => {
    expect(canonicalHeader(bytes(raw))).toEqual(bytes(canonical))
  })

  it.each(headers)('leaves $name in that form as it is', ({ canonical }) => {
    expect(canonicalHeader(bytes(canonical))).toEqual(bytes(canonical))
  })

  it('leaves names that are not ASCII as they are', () => {
    const header = bytes(headers[0]?.raw ?? '')
    header[1] = 0xe9

    expect(canonicalHeader(header)).toBe(header)
  })
})
