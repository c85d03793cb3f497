import type { Mtime } from '../../ports/file-source.ts'

/** Permission bits and time of a file, a directory or a symlink. */
export interface Metadata {
  readonly mode?: number | undefined
  readonly mtime?: Mtime | undefined
}
