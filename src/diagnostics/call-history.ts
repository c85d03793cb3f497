import type { Clock } from '../ports/clock.ts'

/** Maximum number of kept calls that have ended. The oldest is dropped first. */
const MAX_ENDED = 256

/** Default time for which a call is kept after its end. */
const KEEP_MS = 3_600_000

/** A call without secrets, and shortened. */
export interface CalledCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly options: Readonly<Record<string, unknown>>
}

export interface CallRecord extends CalledCommand {
  readonly id: number
  readonly startMs: number
  /** Absent while the call runs. */
  readonly endMs?: number
}

/** Calls of commands since the node started. */
export interface CallHistory {
  /** Records a call. The returned function ends it, once. */
  begin(called: CalledCommand): () => void
  /** The oldest first. */
  list(): readonly CallRecord[]
  /** Forgets calls that have ended. */
  clear(): void
  /** Sets how long calls are kept after their end. */
  keepFor(durationMs: number): void
}

export function createCallHistory({ clock }: { readonly clock: Pick<Clock, 'now'> }): CallHistory {
  const running = new Map<number, CallRecord>()
  let ended: CallRecord[] = []
  let keepMs = KEEP_MS
  let lastId = 0

  return {
    begin(called) {
      lastId += 1
      const record = { ...called, id: lastId, startMs: clock.now() }
      running.set(record.id, record)
      return () => {
        if (!running.delete(record.id)) return
        ended.push({ ...record, endMs: clock.now() })
        if (ended.length > MAX_ENDED) ended.shift()
      }
    },
    list() {
      const now = clock.now()
      ended = ended.filter(({ endMs = now }) => endMs + keepMs > now)
      return [...ended, ...running.values()].sort((one, other) => one.id - other.id)
    },
    clear() {
      ended = []
    },
    keepFor(durationMs) {
      keepMs = durationMs
    },
  }
}
