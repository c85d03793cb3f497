import type { AbortOptions } from './abort.ts'

/** A half-open range of the bytes of a source. */
export interface SourceRange {
  readonly offset: number
  readonly sizeBytes: number
}

/** Bytes of a source, and which state of the source they belong to. */
export interface SourcePiece {
  /** Fewer than requested at the end of the source; none behind it. */
  readonly bytes: Uint8Array
  /** Differs when the source has changed; empty when the source has no version. */
  readonly version: string
}

/** Files beside the Blockstore that this host can read again: objects of a bucket, files of a browser. Read only. */
export interface SourceFiles {
  /** `undefined` when there is no such file. `path` is relative, with slashes, without empty, `.` or `..` segments. */
  read(path: string, options: SourceRange & AbortOptions): Promise<SourcePiece | undefined>
}
