import type { CID } from '../codec/cid/cid.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Mtime } from '../ports/file-source.ts'
import type { LiveRoots } from '../repo/live-roots.ts'
import type { Metadata } from '../unixfs/add/metadata.ts'
import type { PathReader } from '../unixfs/dag/path-reader.ts'

/** What every call brings. */
export interface FilesCall extends AbortOptions {
  /** Where the call reads blocks: its session. */
  readonly session: PathReader
}

/** The form of the CIDs of new nodes; that of the directory above where both are absent. */
export interface FormOptions {
  readonly cidVersion?: number | undefined
  /** A multihash function by its name; sets CID version 1 where none is given. */
  readonly hash?: string | undefined
}

export interface FilesStatus extends Metadata {
  readonly cid: CID
  readonly type: 'file' | 'directory' | 'symlink'
  /** Bytes of the content; 0 for a directory. */
  readonly sizeBytes: number
  /** Of the whole DAG, as its root gives it. */
  readonly cumulativeBytes: number
  /** Links of the root. */
  readonly links: number
}

/** How much of a DAG this node holds. */
export interface Locality {
  readonly isWhole: boolean
  /** Blocks that are linked twice count twice, as in cumulative sizes. */
  readonly heldBytes: number
}

export interface FilesEntry {
  readonly name: string
  readonly type: 'file' | 'directory'
  /** 0 for a directory, and where it was not asked for. */
  readonly sizeBytes: number
  readonly cid: CID
}

export interface ListFilesOptions {
  /** Reads the root of each entry for type and size; else every entry is a file of 0 bytes. */
  readonly long?: boolean | undefined
}

export interface ReadFilesOptions {
  readonly offset?: number | undefined
  /** Most bytes to read; all when absent. */
  readonly count?: number | undefined
}

export interface WriteFilesOptions extends FormOptions, Metadata {
  readonly offset?: number | undefined
  /** Makes the file when it is absent. */
  readonly create?: boolean | undefined
  /** Makes the directories on the way. */
  readonly parents?: boolean | undefined
  /** Cuts the file to nothing first. */
  readonly truncate?: boolean | undefined
  /** Most bytes to write; all when absent. */
  readonly count?: number | undefined
  readonly rawLeaves?: boolean | undefined
}

export interface MakeDirectoryOptions extends FormOptions, Metadata {
  /** Makes the directories on the way, and is content with one that exists. */
  readonly parents?: boolean | undefined
}

export interface CopyFilesOptions {
  readonly parents?: boolean | undefined
  /** Replaces a file at the destination. */
  readonly force?: boolean | undefined
}

export interface RemoveFilesOptions {
  readonly recursive?: boolean | undefined
  /** Implies `recursive`, and ignores what is absent. */
  readonly force?: boolean | undefined
}

/**
 * The mutable namespace: one tree of UnixFS, whose root is a row of the Datastore. Each change writes its blocks and
 * then moves the root in one step, so that a process that is killed leaves the old tree or the new one, and those
 * who change it at once lose nothing. Calls that change something run in `Repo.whileAdding`.
 *
 * Errors have the texts of the reference implementation. All throw `invalid-argument` for a path that is none and
 * `not-found` for one that does not exist. Spec: RPC document, section 4, "Mutable file namespace".
 */
export interface Files {
  /** Paths under `/ipfs/` and `/ipns/` too. */
  stat(path: string, call: FilesCall): Promise<FilesStatus>
  locality(cid: CID, call: FilesCall): Promise<Locality>
  /** The entries of a directory, or a file as the only one. */
  list(path: string, call: FilesCall & ListFilesOptions): AsyncIterable<FilesEntry>
  /** The bytes of a file, or a range of them. */
  read(
    path: string,
    call: FilesCall & ReadFilesOptions,
  ): Promise<{ readonly sizeBytes: number; readonly content: AsyncIterable<Uint8Array> }>
  /** Writes content into a file as it comes. Writers of one file wait for each other. */
  write(path: string, content: AsyncIterable<Uint8Array>, call: FilesCall & WriteFilesOptions): Promise<void>
  makeDirectory(path: string, call: FilesCall & MakeDirectoryOptions): Promise<void>
  /** Puts a node, from this namespace or from under `/ipfs/` or `/ipns/`, at a free name; nothing below its root is read. */
  copy(source: string, destination: string, call: FilesCall & CopyFilesOptions): Promise<void>
  move(source: string, destination: string, call: FilesCall): Promise<void>
  /** Removes all of the paths or, where one cannot be, none. */
  remove(paths: readonly string[], call: FilesCall & RemoveFilesOptions): Promise<void>
  /** Writes one directory again in another form of CID. */
  changeForm(path: string, call: FilesCall & FormOptions): Promise<void>
  /** A mode of 0 takes the mode away. */
  changeMode(path: string, mode: number, call: FilesCall): Promise<void>
  /** Sets the time of the last change. */
  touch(path: string, mtime: Mtime, call: FilesCall): Promise<void>
  /** Stores the root where it was never changed, and resolves to the CID of a path. */
  flush(path: string, call: FilesCall): Promise<CID>
  /** What garbage collection keeps; parts of what was copied by reference may be missing. */
  readonly liveRoots: LiveRoots
}
