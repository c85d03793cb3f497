import { joinBytes } from '../bytes/bytes.ts'
import { writeVarint } from '../bytes/varint.ts'
import type { UnixfsNode } from './unixfs.ts'
import { UNIXFS_TYPES } from './unixfs-message.ts'

/** Protobuf wire types: varint, length-delimited, four bytes. */
const VARINT = 0
const LENGTH = 2
const FIXED32 = 5

/** The `Data` of a dag-pb node as one array; see {@link unixfsPieces}. */
export function encodeUnixfs(node: UnixfsNode): Uint8Array {
  return joinBytes(unixfsPieces(node))
}

/**
 * Encodes the `Data` of a dag-pb node, in pieces of which one is the `data` of the node, not copied. Absent fields are
 * omitted. Present ones are written, even when zero.
 *
 * The encoder of `ipfs-unixfs` is not used: it writes every number from 2^31 to 2^32 - 1 as one wrong byte,
 * which corrupts files of 2 to 4 GiB and times after 2038.
 */
export function unixfsPieces(node: UnixfsNode): Uint8Array[] {
  const { data, mtime } = node
  return [
    ...number(1, UNIXFS_TYPES.indexOf(node.type)),
    ...(data ? bytesField(2, data) : []),
    ...number(3, node.fileSizeBytes),
    ...(node.blockSizes ?? []).flatMap((size) => number(4, size)),
    ...number(5, node.hashType),
    ...number(6, node.fanout),
    ...number(7, node.mode),
    ...(mtime ? bytesField(8, encodeMtime(mtime)) : []),
  ]
}

function encodeMtime({ seconds, nanoseconds }: NonNullable<UnixfsNode['mtime']>): Uint8Array {
  const fixed = new Uint8Array(4)
  new DataView(fixed.buffer).setUint32(0, nanoseconds ?? 0, true)
  return joinBytes([
    Uint8Array.of(tag(1, VARINT)),
    signedVarint(seconds),
    ...(nanoseconds ? [Uint8Array.of(tag(2, FIXED32)), fixed] : []),
  ])
}

function number(field: number, value: number | undefined): Uint8Array[] {
  return value === undefined ? [] : [Uint8Array.of(tag(field, VARINT)), writeVarint(value)]
}

function bytesField(field: number, bytes: Uint8Array): Uint8Array[] {
  return [Uint8Array.of(tag(field, LENGTH)), writeVarint(bytes.byteLength), bytes]
}

function tag(field: number, wireType: number): number {
  return (field << 3) | wireType
}

/** A negative number takes ten bytes: its 64-bit two's complement. */
function signedVarint(value: number): Uint8Array {
  if (value >= 0) return writeVarint(value)
  const bytes: number[] = []
  let rest = BigInt.asUintN(64, BigInt(value))
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80)
  bytes.push(Number(rest))
  return new Uint8Array(bytes)
}
