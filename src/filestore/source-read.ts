import type { SourcePiece } from '../ports/source-files.ts'

/** A piece of a source, or why there is none; `past-end` where the range begins behind the last byte of a URL. */
export type SourceRead =
  | ({ readonly state: 'read' } & SourcePiece)
  | {
      readonly state: 'no-file' | 'error' | 'past-end'
      readonly reason: string
      /** Of an HTTP response that has no bytes of the source. */
      readonly status?: number
    }
