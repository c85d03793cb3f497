import { fromBase64 } from '../../codec/bytes/base64.ts'
import { parseCid } from '../../codec/cid/cid.ts'
import { DomainError } from '../../errors.ts'
import type { ObjectContent } from '../write-object.ts'

/** An object as JSON and XML say it. */
export interface WrittenObject {
  readonly data: string
  readonly links: readonly WrittenLink[]
}

export interface WrittenLink {
  readonly name: string
  readonly hash: string
  readonly size: number
}

/**
 * What the object consists of, its data read as text or as base64. Throws `invalid-argument` with the reference
 * implementation's texts for another encoding, for data that is not base64, and for a CID that does not parse.
 */
export function objectContent({ data, links }: WrittenObject, dataEncoding: string): ObjectContent {
  return {
    data: dataBytes(data, dataEncoding),
    links: links.map(({ name, hash, size }) => ({ name, cid: parseCid(hash), sizeBytes: size })),
  }
}

function dataBytes(data: string, encoding: string): Uint8Array {
  if (encoding === 'text') return new TextEncoder().encode(data)
  if (encoding !== 'base64') throw new DomainError('invalid-argument', 'unknown data field encoding')
  const text = data.replaceAll(/[\r\n]/g, '')
  const bytes = /[-_]/.test(text) || text.length % 4 !== 0 ? undefined : fromBase64(text)
  if (!bytes) throw new DomainError('invalid-argument', 'illegal base64 data')
  return bytes
}
