/** How a call ends: its reply is over, its client leaves, or its time is up. */
export interface CallEnd {
  /**
   * Aborts at the end of the call. It is made when it is first read: for a small call, a signal that nothing uses
   * would cost more than its command.
   */
  readonly signal: AbortSignal
  /** Ends the call early. */
  cut(reason: unknown): void
  /** Settles like `work`, but does not wait for work that ignores the end. */
  unlessCut<T>(work: Promise<T>): Promise<T>
  /** The reply is over. The signal stays as it is where nothing can still wait for it: to abort it is what costs. */
  close(isIdle: boolean): void
}

/**
 * One error for all calls: creating one costs as much as reading a request, because of its stack, which is not
 * used.
 */
const OVER = new DOMException('The reply is over', 'AbortError')

/** Watches the client of a call from the moment that something asks for the signal. */
export function createCallEnd(request: Request): CallEnd {
  const early = Promise.withResolvers<never>()
  early.promise.catch(() => undefined)
  let controller: AbortController | undefined
  let isOver = false
  const cut = (reason: unknown) => {
    made().abort(reason)
    early.reject(reason)
  }
  const leave = () => cut(request.signal.reason)
  const made = (): AbortController => {
    if (controller) return controller
    controller = new AbortController()
    if (isOver) controller.abort(OVER)
    else if (request.signal.aborted) leave()
    else request.signal.addEventListener('abort', leave, { once: true })
    return controller
  }
  return {
    get signal() {
      return made().signal
    },
    cut,
    unlessCut: (work) => Promise.race([work, early.promise]),
    close(isIdle) {
      isOver = true
      if (!controller) return
      request.signal.removeEventListener('abort', leave)
      if (!isIdle) controller.abort(OVER)
    },
  }
}
