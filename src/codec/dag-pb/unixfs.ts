import { Node } from 'ipfs-unixfs'
import { attempt, DomainError } from '../../errors.ts'
import type { Mtime } from '../../ports/file-source.ts'

type Message = NonNullable<Node['data']>

const TYPES = {
  RAW: 'raw',
  DIRECTORY: 'directory',
  FILE: 'file',
  METADATA: 'metadata',
  SYMLINK: 'symlink',
  HAMT_SHARD: 'hamt-shard',
} as const

export type UnixfsType = (typeof TYPES)[keyof typeof TYPES]

/** The `Data` of a dag-pb node that is part of a file system. */
export interface UnixfsNode {
  readonly type: UnixfsType
  /** File bytes of a leaf, the target of a symlink, the bit field of a shard. Written when it is present. */
  readonly data?: Uint8Array | undefined
  /** All bytes of the file below and in this node. */
  readonly fileSizeBytes?: number | undefined
  /** File bytes below each link, in link order. */
  readonly blockSizes?: readonly number[]
  readonly hashType?: number | undefined
  readonly fanout?: number | undefined
  /** Permission bits; written also when they are what a file or directory has by default. */
  readonly mode?: number | undefined
  readonly mtime?: Mtime | undefined
}

/**
 * Reads the `Data` of a dag-pb node. `data` is a view.
 *
 * Throws `corrupt` when the bytes are absent, are no UnixFS message, or hold a number over 2^53.
 */
export function decodeUnixfs(bytes: Uint8Array | undefined): UnixfsNode {
  const message = decodeMessage(bytes ?? new Uint8Array())
  const type = message.type && TYPES[message.type]
  if (type === undefined) throw new DomainError('corrupt', 'proto: required field "Type" not set')
  return {
    type,
    data: message.data,
    fileSizeBytes: safeNumber(message.fileSize),
    blockSizes: message.blockSizes.map((size) => safeNumber(size) ?? 0),
    hashType: safeNumber(message.hashType),
    fanout: safeNumber(message.fanOut),
    mode: message.mode,
    mtime: message.mtime && mtimeOf(message.mtime),
  }
}

/** The same, but `undefined` for a node that is part of no file system. */
export function unixfsOf({ Data }: { readonly Data?: Uint8Array | undefined }): UnixfsNode | undefined {
  return attempt(() => decodeUnixfs(Data), 'corrupt')
}

/**
 * The library's own `UnixFS` class loses what this node must keep: whether a mode equal to the default was
 * written, and the hash type of shards. Its lower codec has the whole message, inside a node's field 1.
 */
function decodeMessage(bytes: Uint8Array): Message {
  try {
    const message = Node.decode(withHeader(bytes)).data
    if (message) return message
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : ''
    throw new DomainError('corrupt', text === 'Invalid enum value' ? unknownType(bytes) : `proto: ${text}`, {
      cause,
    })
  }
  throw new DomainError('corrupt', 'proto: no UnixFS message')
}

function unknownType(bytes: Uint8Array): string {
  return `unrecognized object type: ${bytes[0] === TYPE_TAG ? bytes[1] : '?'}`
}

/** Tag of `Type` in a UnixFS message, and of `Data` in a dag-pb node. */
const TYPE_TAG = 0x08
const DATA_TAG = 0x0a

function withHeader(bytes: Uint8Array): Uint8Array {
  const header = [DATA_TAG]
  let rest = bytes.byteLength
  for (; rest > 0x7f; rest >>>= 7) header.push((rest & 0x7f) | 0x80)
  header.push(rest)
  const framed = new Uint8Array(header.length + bytes.byteLength)
  framed.set(header)
  framed.set(bytes, header.length)
  return framed
}

function mtimeOf(time: NonNullable<Message['mtime']>): Mtime {
  const nanoseconds = time.fractionalNanoseconds
  return { seconds: safeNumber(time.seconds) ?? 0, ...(nanoseconds !== undefined && { nanoseconds }) }
}

function safeNumber(value: bigint | undefined): number | undefined {
  if (value === undefined) return undefined
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new DomainError('corrupt', `proto: number out of range: ${value}`)
  return number
}
