import type { CID } from '../codec/cid/cid.ts'
import type { AddStage } from '../content-lock/open-adds.ts'
import type { LiveRoots } from '../parts/live-roots.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Mtime } from '../ports/file-source.ts'
import type { Metadata } from '../unixfs/add/metadata.ts'
import type { PathReader } from '../unixfs/dag/path-reader.ts'

/** Options of every call. */
export interface FilesCall extends AbortOptions {
  /** Session that the call reads blocks from. */
  readonly session: PathReader
}

/** The form of CID of new nodes. When both fields are absent, that of the directory above. */
export interface FormOptions {
  readonly cidVersion?: number | undefined
  /** Name of a multihash function. Implies CID version 1 when no version is given. */
  readonly hash?: string | undefined
}

export interface FilesStatus extends Metadata {
  readonly cid: CID
  readonly type: 'file' | 'directory' | 'symlink'
  /** Bytes of the content; 0 for a directory. */
  readonly sizeBytes: number
  /** Size of the whole DAG, from its root. */
  readonly cumulativeBytes: number
  /** Number of links of the root. */
  readonly links: number
}

/** The part of a DAG that this node stores. */
export interface Locality {
  readonly isWhole: boolean
  /** Blocks that are linked twice count twice, as in cumulative sizes. */
  readonly heldBytes: number
}

export interface FilesEntry {
  readonly name: string
  readonly type: 'file' | 'directory'
  /** 0 for a directory, and when sizes were not requested. */
  readonly sizeBytes: number
  readonly cid: CID
  /** True for a file that was asked for by its own path. */
  readonly isItself?: boolean
}

export interface ListFilesOptions {
  /** Reads the root of each entry for its type and size; otherwise every entry is a file of 0 bytes. */
  readonly long?: boolean | undefined
}

export interface ReadFilesOptions {
  readonly offset?: number | undefined
  /** Maximum number of bytes to read; all when absent. */
  readonly count?: number | undefined
}

export interface WriteFilesOptions extends FormOptions, Metadata {
  readonly offset?: number | undefined
  /** Creates the file if it does not exist. */
  readonly create?: boolean | undefined
  /** Creates missing directories on the path. */
  readonly parents?: boolean | undefined
  /** Truncates the file to 0 bytes first. */
  readonly truncate?: boolean | undefined
  /** Maximum number of bytes to write; all when absent. */
  readonly count?: number | undefined
  readonly rawLeaves?: boolean | undefined
  /** What the blocks are stored in; without it, in the store of the namespace. */
  readonly stage?: AddStage | undefined
}

export interface MakeDirectoryOptions extends FormOptions, Metadata {
  /** Creates missing directories on the path, and accepts an existing directory. */
  readonly parents?: boolean | undefined
}

export interface CopyFilesOptions {
  readonly parents?: boolean | undefined
  /** Replaces a file at the destination. */
  readonly force?: boolean | undefined
}

/** A stored node with its new name in a directory. */
export interface PlacedNode {
  readonly name: string
  readonly cid: CID
  /** Cumulative size. */
  readonly sizeBytes: number
}

/** The root of the namespace before and after a change. */
export interface ReplacedRoot {
  /** Absent when the row of the root was damaged. */
  readonly before?: CID | undefined
  readonly after: CID
}

export interface RemoveFilesOptions {
  readonly recursive?: boolean | undefined
  /** Implies `recursive`, and ignores missing paths. */
  readonly force?: boolean | undefined
}

/**
 * The mutable file system (MFS): one UnixFS tree whose root is a row of the Datastore. Each change writes its
 * blocks and then replaces the root in one batch, so that a killed process leaves either the old or the new tree,
 * and concurrent changes are not lost. Calls that change something run in `Repo.whileAdding`.
 *
 * Errors have the texts of the reference implementation. All methods throw `invalid-argument` for an invalid path
 * and `not-found` for a missing one. Spec: RPC document, section 4, "Mutable file namespace".
 */
export interface Files {
  /** Status of a path in MFS, or under `/ipfs/` or `/ipns/`. */
  stat(path: string, call: FilesCall): Promise<FilesStatus>
  locality(cid: CID, call: FilesCall): Promise<Locality>
  /** The entries of a directory, or a file as the only entry. */
  list(path: string, call: FilesCall & ListFilesOptions): AsyncIterable<FilesEntry>
  /** The bytes of a file, or of a range of it. */
  read(
    path: string,
    call: FilesCall & ReadFilesOptions,
  ): Promise<{ readonly sizeBytes: number; readonly content: AsyncIterable<Uint8Array> }>
  /** Streams content into a file. Concurrent writers of one file wait for each other. */
  write(path: string, content: AsyncIterable<Uint8Array>, call: FilesCall & WriteFilesOptions): Promise<void>
  makeDirectory(path: string, call: FilesCall & MakeDirectoryOptions): Promise<void>
  /** Links a node of MFS, or of an `/ipfs/` or `/ipns/` path, under a free name. Reads nothing below its root. */
  copy(source: string, destination: string, call: FilesCall & CopyFilesOptions): Promise<void>
  /**
   * Links nodes in a directory, all or none. `destination` is the directory if it ends in a slash; otherwise it is the
   * path of the only node.
   */
  place(nodes: readonly PlacedNode[], destination: string, call: FilesCall): Promise<void>
  move(source: string, destination: string, call: FilesCall): Promise<void>
  /** Removes the paths that can be removed, in one change. Resolves to a text for each of the others. */
  remove(paths: readonly string[], call: FilesCall & RemoveFilesOptions): Promise<readonly string[]>
  /** Rewrites one directory with another form of CID. */
  changeForm(path: string, call: FilesCall & FormOptions): Promise<void>
  /** A mode of 0 removes the mode. */
  changeMode(path: string, mode: number, call: FilesCall): Promise<void>
  /** Sets the modification time. */
  touch(path: string, mtime: Mtime, call: FilesCall): Promise<void>
  /** Makes a stored directory the root, an empty one when absent, also where the row of the root is damaged. */
  replaceRoot(cid: CID | undefined, call: FilesCall): Promise<ReplacedRoot>
  /** Stores the root if it was never changed, and resolves to the CID of a path. */
  flush(path: string, call: FilesCall): Promise<CID>
  /** The root that garbage collection keeps. Descendants may be missing, since copies link without reading. */
  readonly liveRoots: LiveRoots
}
