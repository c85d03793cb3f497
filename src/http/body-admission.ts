import type { Activity } from '../diagnostics/activity.ts'
import { DomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Clock } from '../ports/clock.ts'
import { createLane, type QueueBound } from '../streams/lane.ts'
import { createStallWatch } from './stall-watch.ts'

/** Bodies up to this size have slots of their own, so that they never wait for large ones. */
const SMALL_BODY_BYTES = 64 * 1024
/** Small bodies that are read at the same time: together at most 16 MiB. */
const SMALL_SLOTS = 256
/**
 * Large bodies that are read at the same time. Each may hold a read buffer of 256 KiB and the parts of an
 * incomplete chunk. Neither counts in the write budget.
 */
const LARGE_SLOTS = 6
/** Bodies that may wait for a slot. A waiting body is not read, so its bytes stay in the client's socket. */
const MAX_WAITING = 512

/** What the first read of a body waits for, on hosts where a read fills a buffer. */
const FIRST_READ_BYTES = 4 * 1024
/**
 * The most that a read waits for: larger reads cost less. It waits for less from a slow client, which is otherwise
 * taken for one that sends nothing.
 */
export const READ_AT_LEAST_BYTES = 64 * 1024
/** A read waits for what the client has sent lately in this time. */
const READ_MS = 1_000

/** A request is ended when a read of its body takes this long, or its reply stays unread for so long. */
const STALLED_MS = 60_000
/** The same limit while other bodies wait for a slot, or a garbage collection for the adds before it. */
const CROWDED_STALLED_MS = 10_000

/** After this many bytes of large bodies the host checks for new input: a few milliseconds of work. */
const BYTES_PER_TURN = 512 * 1024

/** Schedules the reading of request bodies. This bounds their memory, and the time that other requests wait. */
export interface BodyAdmission {
  /** Call it for each body, and `close()` at its end. `declaredBytes` is the `Content-Length`, if there is one. */
  open(declaredBytes: number | undefined, options: OpenBodyOptions): AdmittedBody
  /**
   * Call it while the reply of a request with a body waits for its client, which may read nothing before all of the
   * body is sent. Calls `onStalled` once, with `timeout`, unless the returned function is called in the time that a
   * read may take.
   */
  watchUnread(onStalled: (error: DomainError) => void): () => void
  /** Another one with slots of its own, for bodies that must not take those of others. */
  apart(): BodyAdmission
}

export interface OpenBodyOptions extends AbortOptions {
  /** Aborts a read that waits for the client. */
  readonly cancel: () => void
}

export interface AdmittedBody {
  /**
   * Waits for a slot and reads once, at least so many bytes where the host can choose. Throws `unavailable` when too
   * many bodies wait already, `timeout` when the read takes a minute (ten seconds while others wait for its slot, or a
   * garbage collection for adds).
   */
  read<T extends { readonly value?: Uint8Array | undefined }>(
    next: (atLeastBytes: number) => Promise<T>,
  ): Promise<T>
  /** Counts work on this body that its size does not show, as if it were so many bytes. */
  worked(bytes: number): Promise<void> | undefined
  /** Frees the slot. */
  close(): void
}

export interface BodyAdmissionOptions {
  readonly clock: Clock
  readonly activity: Activity
  /**
   * Gets the bytes of large bodies since the last call, with work that counts as such, and resolves after the host has
   * checked for new input. Absent on hosts where every read of a stream does so.
   */
  readonly nextTurn?: ((readBytes: number) => Promise<void>) | undefined
}

const QUEUE: QueueBound = {
  max: MAX_WAITING,
  full: () =>
    new DomainError('unavailable', `Cannot read body: ${MAX_WAITING} others are waiting, try again later`),
}

export function createBodyAdmission(options: BodyAdmissionOptions): BodyAdmission {
  const { clock, activity, nextTurn } = options
  const small = createLane({ slots: SMALL_SLOTS, queue: QUEUE })
  const large = createLane({ slots: LARGE_SLOTS, queue: QUEUE })
  const stalls = createStallWatch(clock)
  let workedBytes = 0
  let turn: Promise<void> | undefined

  /** All large bodies wait for the same turn: the host checks for input only when none of them has work left. */
  const worked = (bytes: number) => {
    if (!nextTurn) return undefined
    workedBytes += bytes
    if (workedBytes >= BYTES_PER_TURN && !turn) {
      turn = nextTurn(workedBytes).finally(() => {
        turn = undefined
      })
      workedBytes = 0
    }
    return turn
  }

  const limitMs = (isCrowded: boolean) =>
    isCrowded || activity.readings()['waiting-collections'].now > 0 ? CROWDED_STALLED_MS : STALLED_MS

  return {
    apart: () => createBodyAdmission(options),
    watchUnread(onStalled) {
      const unreadMs = () => limitMs(small.isCrowded() || large.isCrowded())
      return stalls.watch({
        limitMs: unreadMs,
        onStalled: () => onStalled(unreadReply(unreadMs())),
      })
    },
    open(declaredBytes = 0, { signal, cancel }) {
      let readBytes = 0
      let atLeastBytes = FIRST_READ_BYTES
      let lane: typeof large | undefined
      let leave: (() => void) | undefined
      let failure: DomainError | undefined

      // A small body without a declared length would have ended before so many bytes.
      const isLarge = () => Math.max(declaredBytes, readBytes + 1) > SMALL_BODY_BYTES
      const close = () => {
        leave?.()
        leave = undefined
      }
      /** A body without a declared length starts as a small one and changes lanes when it has grown. */
      const enterLane = async () => {
        const wanted = isLarge() ? large : small
        if (lane === wanted) return
        close()
        lane = wanted
        const stopWaiting = activity.enter('waiting-bodies')
        const freeSlot = await wanted.enter({ signal }).finally(stopWaiting)
        const stopReading = activity.enter(isLarge() ? 'large-bodies' : 'small-bodies')
        leave = () => {
          stopReading()
          freeSlot()
        }
      }
      const readMs = () => limitMs(lane?.isCrowded() === true)
      const onStalled = () => {
        failure = new DomainError(
          'timeout',
          `Cannot read body: the client sent too little for ${readMs() / 1000} seconds`,
        )
        cancel()
      }

      return {
        async read(next) {
          await enterLane()
          const startMs = clock.now()
          const result = await next(atLeastBytes)
            .catch((error: unknown) => {
              // On some hosts, a read that is cancelled fails.
              throw failure ?? error
            })
            .finally(stalls.watch({ limitMs: readMs, onStalled }))
          if (failure) throw failure
          atLeastBytes = bytesPerRead(result.value?.byteLength ?? 0, clock.now() - startMs)
          readBytes += result.value?.byteLength ?? 0
          activity.transfer('in', result.value?.byteLength ?? 0)
          if (!result.value) close()
          else if (isLarge()) await worked(result.value.byteLength)
          return result
        },
        worked: (bytes) => (isLarge() ? worked(bytes) : undefined),
        close,
      }
    },
  }
}

function unreadReply(limitMs: number): DomainError {
  return new DomainError(
    'timeout',
    `Cannot go on: the client read nothing of the reply for ${limitMs / 1000} seconds`,
  )
}

/** What the next read waits for, by what the last one brought, and how long it took. */
function bytesPerRead(bytes: number, durationMs: number): number {
  const bytesInTime = Math.floor((bytes / Math.max(1, durationMs)) * READ_MS)
  return Math.min(READ_AT_LEAST_BYTES, Math.max(1, bytesInTime))
}
