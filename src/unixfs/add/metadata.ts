import type { Mtime } from '../../ports/file-source.ts'

/** Mode and modification time of a file, directory or symlink. */
export interface Metadata {
  readonly mode?: number | undefined
  readonly mtime?: Mtime | undefined
}
