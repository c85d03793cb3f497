import * as Digest from 'multiformats/hashes/digest'
import { DomainError } from '../../errors.ts'
import { CID } from '../cid/cid.ts'
import { codecNamed } from '../cid/codec-names.ts'
import type { DagMap, DagValue } from '../ipld/dag-value.ts'

export const SHA1_BYTES = 20
const SHA1_CODE = 0x11

/** The CID of the git object with this SHA-1. */
export function linkOfDigest(digest: Uint8Array): CID {
  return CID.createV1(codecNamed('git-raw') ?? Number.NaN, Digest.create(SHA1_CODE, digest))
}

/** The CID of the git object with this SHA-1 in hexadecimal. Throws `corrupt` for any other text. */
export function linkOfHex(text: string): CID {
  if (!/^[0-9a-f]{40}$/.test(text)) throw unreadable('a link is no SHA-1')
  return linkOfDigest(
    Uint8Array.from({ length: SHA1_BYTES }, (_, at) => Number.parseInt(text.slice(at * 2, at * 2 + 2), 16)),
  )
}

/** The SHA-1 of a link. Throws `invalid-argument` for a value that is no link to a git object. */
export function digestOf(link: DagValue | undefined): Uint8Array {
  const { code, digest } = CID.asCID(link)?.multihash ?? {}
  if (code !== SHA1_CODE || digest?.byteLength !== SHA1_BYTES)
    throw gitRefusal('a link does not carry a SHA-1')
  return digest
}

export function hexOf(link: DagValue | undefined): string {
  return [...digestOf(link)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The text of a field. Empty when absent. Throws `invalid-argument` for another kind of value. */
export function textOf(fields: DagMap, name: string): string {
  const value = fields.get(name) ?? ''
  if (typeof value !== 'string') throw gitRefusal(`field "${name}" is no text`)
  return value
}

/** The text of a single-line field. Throws `invalid-argument` for another value. */
export function lineOf(fields: DagMap, name: string): string {
  const text = textOf(fields, name)
  if (text.includes('\n')) throw gitRefusal(`field "${name}" is more than one line`)
  return text
}

export function unreadable(reason: string, cause?: unknown): DomainError {
  return new DomainError('corrupt', `Cannot read git object: ${reason}`, { cause })
}

export function gitRefusal(reason: string): DomainError {
  return new DomainError('invalid-argument', `Cannot write git object: ${reason}`)
}
