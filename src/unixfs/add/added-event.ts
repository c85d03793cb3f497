import type { CID } from '../../codec/cid/cid.ts'
import type { FileEntry, Mtime, SymlinkEntry } from '../../ports/file-source.ts'
import type { WrittenNode } from '../layout/node-writer.ts'
import type { ProgressEvent } from './add-file.ts'

export interface AddedEvent {
  readonly type: 'added'
  /** Path as sent; empty for a wrapping directory or one without a name. A file without a name has its CID as name. */
  readonly name: string
  /** The file came without a name. Code that prints CIDs in another base must convert this name too. */
  readonly nameless?: true
  readonly cid: CID
  /** Cumulative size of the DAG in bytes. */
  readonly size: number
  /** As sent, whether it is kept or not. */
  readonly mode?: number | undefined
  readonly mtime?: Mtime | undefined
}

export type AddEvent = ProgressEvent | AddedEvent

/** The event of a file or symlink that was added. */
export function addedEvent(
  path: string,
  { cid, sizeBytes }: WrittenNode,
  entry: FileEntry | SymlinkEntry,
): AddedEvent {
  const name = path === '' ? { name: cid.toString(), nameless: true as const } : { name: path }
  return { type: 'added', ...name, cid, size: sizeBytes, ...entry.sent }
}
