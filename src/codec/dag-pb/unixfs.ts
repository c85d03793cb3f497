import { attempt, DomainError } from '../../errors.ts'
import type { Mtime } from '../../ports/file-source.ts'
import { type Integer, readUnixfsMessage, type UnixfsTime, type UnixfsType } from './unixfs-message.ts'

/** The UnixFS `Data` of a dag-pb node. */
export interface UnixfsNode {
  readonly type: UnixfsType
  /** The bytes of a leaf, the target of a symlink, or the bit field of a shard. Written when present. */
  readonly data?: Uint8Array | undefined
  /** Size of the part of the file in and below this node. */
  readonly fileSizeBytes?: number | undefined
  /** File bytes below each link, in the order of links. */
  readonly blockSizes?: readonly number[]
  readonly hashType?: number | undefined
  readonly fanout?: number | undefined
  /** Permission bits. Written even if they are the default of a file or directory. */
  readonly mode?: number | undefined
  readonly mtime?: Mtime | undefined
}

/**
 * Decodes the `Data` of a dag-pb node. `data` is a view.
 *
 * Throws `corrupt` when the bytes are absent, are no UnixFS message, or contain a size over 2^53.
 */
export function decodeUnixfs(bytes: Uint8Array = EMPTY): UnixfsNode {
  const { type, fileSize, blockSizes, hashType, fanout, mtime, ...rest } = readUnixfsMessage(bytes)
  if (type === undefined) throw new DomainError('corrupt', 'proto: required field "Type" not set')
  return {
    type,
    data: rest.data,
    fileSizeBytes: safeNumber(fileSize),
    blockSizes: blockSizes.map((size) => safeNumber(size) ?? 0),
    hashType: safeNumber(hashType),
    fanout: safeNumber(fanout),
    mode: rest.mode,
    mtime: mtime && mtimeOf(mtime),
  }
}

/** Decodes the `Data` of a node. `undefined` for a node that is not UnixFS. */
export function unixfsOf({ Data }: { readonly Data?: Uint8Array | undefined }): UnixfsNode | undefined {
  return attempt(() => decodeUnixfs(Data), 'corrupt')
}

const EMPTY = new Uint8Array(0)

const MAX_NANOSECONDS = 999_999_999

/**
 * `undefined` for a time that no number represents exactly, and for one with a second or more of nanoseconds, as in the
 * reference implementation: it must not keep the content from being read.
 */
function mtimeOf({ seconds = 0, nanoseconds }: UnixfsTime): Mtime | undefined {
  if (!Number.isSafeInteger(Number(seconds)) || (nanoseconds ?? 0) > MAX_NANOSECONDS) return undefined
  return { seconds: Number(seconds), ...(nanoseconds !== undefined && { nanoseconds }) }
}

function safeNumber(value: Integer | undefined): number | undefined {
  if (value === undefined) return undefined
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new DomainError('corrupt', `proto: number out of range: ${value}`)
  return number
}
