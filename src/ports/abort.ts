/** Every call that may wait takes a signal: aborting it rejects with the signal's reason. */
export interface AbortOptions {
  readonly signal?: AbortSignal | undefined
}
