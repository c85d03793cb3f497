import { CID } from 'multiformats/cid'
import * as Digest from 'multiformats/hashes/digest'

/** A CID that parses, and why nothing is read under it. */
export type RefusedCid = readonly [cid: string, reason: string]

const RAW = 0x55
const SHA2_256 = 0x12
const IDENTITY = 0

/** Functions that do not resist collisions, or that are unknown. */
const WEAK_CODES = [
  ...[0x01, 0x0f, 0x18, 0x1f, 0x21, 0x22, 0x23, 0x31, 0x32, 0x55, 0x70, 0x71, 0xd4, 0xd5, 0x0132],
  ...[0x1012, 0x1052, 0x1053, 0x1100, 0x534d, 0xb201, 0xb213, 0xb241, 0xb253, 0xb261, 0xf101, 0x300000],
]

export const WEAK_CIDS: readonly RefusedCid[] = [
  ...WEAK_CODES.map(
    (code): RefusedCid => [cidText(code, 32), 'potentially insecure hash functions not allowed'],
  ),
  ...[0, 1, 10, 19].map(
    (length): RefusedCid => [cidText(SHA2_256, length), 'hashes must be at 20 least bytes long'],
  ),
  ...[129, 200, 500, 900].flatMap((length) =>
    [SHA2_256, IDENTITY].map(
      (code): RefusedCid => [cidText(code, length), 'hashes must be at most 128 bytes long'],
    ),
  ),
]

/** Absent blocks of codecs whose nodes are no files. */
export const NO_FILE_CODECS: readonly RefusedCid[] = [
  ...[0x51, 0x63, 0x71, 0x72, 0x78, 0x7b, 0x7c, 0x81, 0x85, 0x90, 0x93, 0xb0, 0xc0, 0xe0, 0xf0],
  ...[0x0129, 0x0200, 0x0201, 0x0300, 0xd000, 0xf101, 0x300000, 0x3fffffff, 2 ** 40, Number.MAX_SAFE_INTEGER],
]
  .map((codec) => cidText(SHA2_256, 32, codec))
  .map((cid): RefusedCid => [cid, notFound(cid)])

/** Valid CIDs of blocks that no node has. */
export const ABSENT_CIDS: readonly RefusedCid[] = [
  CID.createV0(Digest.create(SHA2_256, bytes(32))).toString(),
  cidText(SHA2_256, 32),
  cidText(SHA2_256, 32, 0x70),
  cidText(SHA2_256, 20),
  cidText(0x11, 20),
  cidText(0x13, 64),
  cidText(0x16, 32),
  cidText(0x1e, 32),
  cidText(0xb220, 32),
].map((cid): RefusedCid => [cid, notFound(cid)])

/** What is said of a CID whose block is not held. */
function notFound(cid: string): string {
  return `block was not found locally (offline): ipld: could not find ${cid}`
}

function cidText(code: number, length: number, codec = RAW): string {
  return CID.createV1(codec, Digest.create(code, bytes(length))).toString()
}

function bytes(length: number): Uint8Array {
  return new Uint8Array(length).map((_, at) => at * 7 + 13)
}
