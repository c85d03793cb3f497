import { DomainError } from '../../errors.ts'
import { writeVarint } from '../bytes/varint.ts'
import {
  readBytes,
  readFixed32,
  readInt64,
  readUint32,
  readUnsigned64,
  skipValue,
  type WireReader,
} from './wire-reader.ts'

/** The types, ordered by number. */
export const UNIXFS_TYPES = ['raw', 'directory', 'file', 'metadata', 'symlink', 'hamt-shard'] as const

export type UnixfsType = (typeof UNIXFS_TYPES)[number]

export type Integer = number | bigint

/** The fields of a UnixFS message, as found and unchecked. */
export interface UnixfsMessage {
  type?: UnixfsType
  data?: Uint8Array
  fileSize?: Integer
  readonly blockSizes: Integer[]
  hashType?: Integer
  fanout?: Integer
  mode?: number
  mtime?: UnixfsTime
}

export interface UnixfsTime {
  seconds?: Integer
  nanoseconds?: number
}

/**
 * Decodes a UnixFS message. Throws `corrupt` for anything else.
 *
 * The `UnixFS` class of the package `ipfs-unixfs` is not used: it copies every node, and loses the hash type of
 * shards and whether a mode equal to the default was written. Of a repeated field the last value counts.
 * Source: UnixFS specification, `unixfs.proto`.
 */
export function readUnixfsMessage(bytes: Uint8Array): UnixfsMessage {
  const message: UnixfsMessage = { blockSizes: [] }
  const reader = { bytes, at: 0, offset: headerBytes(bytes.byteLength) }
  while (reader.at < bytes.byteLength) readField(reader, message)
  return message
}

function readField(reader: WireReader, message: UnixfsMessage): void {
  const tag = readUint32(reader)
  switch (tag >>> 3) {
    case 1:
      message.type = readType(reader)
      break
    case 2:
      message.data = readBytes(reader)
      break
    case 3:
      message.fileSize = readUnsigned64(reader)
      break
    case 4:
      message.blockSizes.push(readUnsigned64(reader))
      break
    case 5:
      message.hashType = readUnsigned64(reader)
      break
    case 6:
      message.fanout = readUnsigned64(reader)
      break
    case 7:
      message.mode = readUint32(reader)
      break
    case 8:
      message.mtime = readTime(reader)
      break
    default:
      skipValue(reader, tag & 7)
  }
}

function readType(reader: WireReader): UnixfsType {
  const type = UNIXFS_TYPES[readUint32(reader)]
  if (type) return type
  const [tag, number] = reader.bytes
  throw new DomainError('corrupt', `unrecognized object type: ${tag === TYPE_TAG ? number : '?'}`)
}

/** Tag of `Type`, which encoders write first. */
const TYPE_TAG = 0x08

/** Reads a time. If its length ends inside a field, the time ends after that field. */
function readTime(reader: WireReader): UnixfsTime {
  const time: UnixfsTime = {}
  const length = readUint32(reader)
  const end = reader.at + length
  while (reader.at < end) {
    const tag = readUint32(reader)
    if (tag >>> 3 === 1) time.seconds = readInt64(reader)
    else if (tag >>> 3 === 2) time.nanoseconds = readFixed32(reader)
    else skipValue(reader, tag & 7)
  }
  return time
}

/** Size of the tag and length before a message of this size in its dag-pb node. Offsets in errors include it. */
function headerBytes(sizeBytes: number): number {
  return 1 + writeVarint(sizeBytes).byteLength
}
