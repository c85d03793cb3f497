/** Options of every call that may wait. Aborting the signal rejects the call with the signal's reason. */
export interface AbortOptions {
  readonly signal?: AbortSignal | undefined
}
