import type { ErrorCode } from '../../../src/errors.ts'

/** Messages between the two ends of a call about one of its bodies. */
export type BodyMessage =
  | { readonly kind: 'chunk'; readonly bytes: Uint8Array }
  | { readonly kind: 'end' }
  /** The source of the body failed. */
  | { readonly kind: 'broken'; readonly reason: string }
  /** The reader has taken bytes, so that as many more may be sent. */
  | { readonly kind: 'taken'; readonly sizeBytes: number }

interface Head {
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly hasBody: boolean
}

/** Messages of a caller to the leader. */
export type CallerMessage =
  | BodyMessage
  | (Head & { readonly kind: 'request'; readonly url: string; readonly method: string })
  /** The bytes of the CID of a block that the leader should fetch. */
  | { readonly kind: 'want'; readonly cid: Uint8Array }
  | { readonly kind: 'abort' }
  /** Answered at once by `pong`. */
  | { readonly kind: 'ping' }

/** Messages of the leader to a caller. */
export type LeaderMessage =
  | BodyMessage
  | (Head & { readonly kind: 'response'; readonly status: number; readonly statusText: string })
  | { readonly kind: 'found'; readonly isStored: boolean }
  | { readonly kind: 'pong' }
  /** The call failed before its response began. */
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly reason: string }
