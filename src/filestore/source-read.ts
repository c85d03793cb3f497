import type { SourcePiece } from '../ports/source-files.ts'

/** What a server states of the whole source. */
export interface StatedSource {
  /** Bytes of the whole source; absent where it is not stated. */
  readonly totalBytes?: number | undefined
}

/** A piece of a source, or why there is none; `past-end` where the range begins behind the last byte of a URL. */
export type SourceRead =
  | ({ readonly state: 'read' } & SourcePiece & StatedSource)
  | ({
      readonly state: 'past-end'
      readonly reason: string
      /** As of a piece; empty where the response has none. */
      readonly version: string
    } & StatedSource)
  | {
      readonly state: 'no-file' | 'error'
      readonly reason: string
      /** Of an HTTP response that has no bytes of the source. */
      readonly status?: number
    }
