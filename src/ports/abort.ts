/** Options of every call that may wait. Aborting the signal rejects the call with the signal's reason. */
export interface AbortOptions {
  readonly signal?: AbortSignal | undefined
}

export interface StoreWriteOptions extends AbortOptions {
  /** The write belongs to a removal, so it may use the space that is reserved for removals. */
  readonly isRemoval?: boolean | undefined
}
