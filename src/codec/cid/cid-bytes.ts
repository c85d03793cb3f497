import { CID } from 'multiformats/cid'
import * as Digest from 'multiformats/hashes/digest'
import { DomainError } from '../../errors.ts'
import { readVarint } from '../bytes/varint.ts'

/** A CIDv0 is a sha2-256 multihash: these two bytes and 32 more. */
const V0_PREFIX = [0x12, 0x20] as const
const V0_BYTES = 34

/**
 * Reads the CID, of either version, at the beginning of `bytes`. The result has no view of them. Throws
 * `corrupt` with the texts of the reference implementation when there is none.
 */
export function readCid(bytes: Uint8Array): { readonly cid: CID; readonly sizeBytes: number } {
  if (isV0(bytes)) {
    if (bytes.byteLength < V0_BYTES) throw corrupt('cid too short')
    return { cid: CID.decode(bytes.slice(0, V0_BYTES)), sizeBytes: V0_BYTES }
  }
  if (bytes.byteLength < 2) throw corrupt('cid too short')
  const version = readVarint(bytes)
  if (version.value !== 1) throw corrupt(`expected 1 as the cid version number, got: ${version.value}`)
  if (version.next === bytes.byteLength) throw corrupt('cid too short')
  const codec = readVarint(bytes, version.next)
  if (bytes.byteLength - codec.next < 2) throw corrupt('multihash too short. must be >= 2 bytes')
  const length = readVarint(bytes, readVarint(bytes, codec.next).next)
  const sizeBytes = length.next + length.value
  if (sizeBytes > bytes.byteLength) throw corrupt('length greater than remaining number of bytes in buffer')
  return { cid: CID.createV1(codec.value, Digest.decode(bytes.slice(codec.next, sizeBytes))), sizeBytes }
}

/** Reads a CID from exactly these bytes. Throws the errors of {@link readCid}, and for bytes after the CID. */
export function decodeCid(bytes: Uint8Array): CID {
  const { cid, sizeBytes } = readCid(bytes)
  if (sizeBytes < bytes.byteLength) throw corrupt('trailing bytes in data buffer passed to cid Cast')
  return cid
}

/** True for bytes that begin like a CIDv0. */
export function isV0([first, second]: Uint8Array): boolean {
  return first === V0_PREFIX[0] && second === V0_PREFIX[1]
}

function corrupt(message: string): DomainError {
  return new DomainError('corrupt', message)
}
