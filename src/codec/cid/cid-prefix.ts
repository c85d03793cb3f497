import * as Digest from 'multiformats/hashes/digest'
import { joinBytes } from '../bytes/bytes.ts'
import { readVarint, writeVarint } from '../bytes/varint.ts'
import { type CID, IDENTITY_CODE, keyOfMultihash } from './cid.ts'
import { hasherFor } from './hashers.ts'
import { isSecureHash } from './multihash.ts'

/** Minimum size of a digest that identifies a block. */
const MIN_DIGEST_BYTES = 20

/** The prefix of a CID: version, codec, hash function and digest length, each as a varint. Spec: CIDs, "prefix". */
export function prefixOfCid({ version, code, multihash }: CID): Uint8Array {
  return joinBytes([version, code, multihash.code, multihash.digest.byteLength].map(writeVarint))
}

/** The prefix of every CID of version 0. */
export const V0_PREFIX = new Uint8Array([0, 0x70, 0x12, 0x20])

/**
 * Hashes bytes by the function that a prefix names, and resolves to their `blockKey`. `undefined` for a prefix that
 * is malformed, or names a function that is unknown or too weak to identify a block.
 */
export async function blockKeyByPrefix(prefix: Uint8Array, bytes: Uint8Array): Promise<string | undefined> {
  const named = readPrefix(prefix)
  const hasher = named && hasherFor(named.code)
  if (!hasher) return undefined
  const digest = await hasher.digest(bytes, named.digestBytes)
  if (digest.byteLength < named.digestBytes) return undefined
  return keyOfMultihash(Digest.create(named.code, digest.subarray(0, named.digestBytes)).bytes)
}

function readPrefix(prefix: Uint8Array): { readonly code: number; readonly digestBytes: number } | undefined {
  const values: number[] = []
  try {
    for (let at = 0; at < prefix.byteLength && values.length < 4; ) {
      const { value, next } = readVarint(prefix, at)
      values.push(value)
      at = next
    }
  } catch {
    return undefined
  }
  const [, , code, digestBytes] = values
  if (code === undefined || digestBytes === undefined || digestBytes < MIN_DIGEST_BYTES) return undefined
  return code !== IDENTITY_CODE && isSecureHash(code) ? { code, digestBytes } : undefined
}
