import type { AbortOptions } from '../ports/abort.ts'

/** Callers that wait their turn, in order of arrival. */
export interface WaitingLine<Wanted, Granted> {
  readonly length: number
  /** The request of the first caller. `undefined` when no caller waits. */
  first(): Wanted | undefined
  /** Waits at the end of the line. Aborting removes the caller. */
  wait(wanted: Wanted, options?: AbortOptions): Promise<Granted>
  /** Removes the first caller and resolves its `wait`. */
  admitFirst(granted: Granted): void
}

export interface WaitingLineOptions {
  /** Called after an abort has removed a caller: the one behind it may not have to wait any longer. */
  readonly onLeave?: () => void
}

export function createWaitingLine<Wanted, Granted>({
  onLeave,
}: WaitingLineOptions = {}): WaitingLine<Wanted, Granted> {
  const waiting: { readonly wanted: Wanted; readonly admit: (granted: Granted) => void }[] = []
  return {
    get length() {
      return waiting.length
    },
    first: () => waiting[0]?.wanted,
    wait(wanted, { signal } = {}) {
      const { promise, resolve, reject } = Promise.withResolvers<Granted>()
      const caller = { wanted, admit: resolve }
      const leave = () => {
        const at = waiting.indexOf(caller)
        if (at < 0) return
        waiting.splice(at, 1)
        reject(signal?.reason)
        onLeave?.()
      }
      waiting.push(caller)
      signal?.addEventListener('abort', leave, { once: true })
      return promise.finally(() => signal?.removeEventListener('abort', leave))
    },
    admitFirst: (granted) => waiting.shift()?.admit(granted),
  }
}
