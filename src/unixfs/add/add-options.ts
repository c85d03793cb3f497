import type { AbortOptions } from '../../ports/abort.ts'
import type { DagOptions } from '../dag/dag-shape.ts'
import type { Metadata } from './metadata.ts'

/** The options of `/add` that affect content. */
export interface AddOptions extends DagOptions, AbortOptions {
  /** Metadata for every entry, also for implied and wrapping directories; replaces what the entry came with. */
  readonly metadata?: Metadata | undefined
  /** False leaves out empty directories below the roots. */
  readonly emptyDirectories?: boolean | undefined
  /** Computes every CID and stores nothing. */
  readonly onlyHash?: boolean | undefined
  /** Puts all entries into one directory, which becomes the only root. */
  readonly wrapWithDirectory?: boolean | undefined
  /** Yields progress events. */
  readonly progress?: boolean | undefined
  /** Leaves out the `added` events of files and symlinks. */
  readonly silent?: boolean | undefined
}
