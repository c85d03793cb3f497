import type { Activity } from '../diagnostics/activity.ts'
import { DomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Clock } from '../ports/clock.ts'
import { createLane, type QueueBound } from '../streams/lane.ts'
import { createStallWatch } from './stall-watch.ts'

/** Bodies up to this size have slots of their own, so that they never wait for larger ones. */
const SMALL_BODY_BYTES = 64 * 1024
/** Small bodies read at once: 16 MiB of them at most. */
const SMALL_SLOTS = 256
/**
 * Large bodies read at once. Each may hold a read buffer of 256 KiB and the pieces of a chunk that is not complete,
 * neither of which counts in the write budget.
 */
const LARGE_SLOTS = 8
/** Bodies that may wait for a slot. One that waits is not read, so the client's socket holds its bytes. */
const MAX_WAITING = 512

/** A client that sends nothing for this long is let go. */
const STALLED_MS = 60_000
/** The same while other bodies wait for its slot. */
const CROWDED_STALLED_MS = 10_000

/** After this many bytes of large bodies the host looks for new input: a few milliseconds of work. */
const BYTES_PER_TURN = 512 * 1024

/** Decides when request bodies are read, which bounds both their memory and the time that other requests wait. */
export interface BodyAdmission {
  /** Call it for each body, and `close()` at its end. `declaredBytes` is its `Content-Length`, if it has one. */
  open(declaredBytes: number | undefined, options: OpenBodyOptions): AdmittedBody
}

export interface OpenBodyOptions extends AbortOptions {
  /** Ends a read that is waiting for the client. */
  readonly cancel: () => void
}

export interface AdmittedBody {
  /**
   * Waits for a slot and reads once. Throws `unavailable` when too many bodies wait already, `timeout` when the
   * client sends nothing for a minute, or for ten seconds while others wait for its slot.
   */
  read<T extends { readonly value?: Uint8Array | undefined }>(next: () => Promise<T>): Promise<T>
  /** Counts work on this body that its size does not show, as if it were so many bytes. */
  worked(bytes: number): Promise<void> | undefined
  /** Gives the slot back. */
  close(): void
}

export interface BodyAdmissionOptions {
  readonly clock: Clock
  readonly activity: Activity
  /** Resolves after the host has looked for new input. Absent where every read of a stream lets it do so. */
  readonly nextTurn?: (() => Promise<void>) | undefined
}

const QUEUE: QueueBound = {
  max: MAX_WAITING,
  full: () =>
    new DomainError('unavailable', `Cannot read body: ${MAX_WAITING} others are waiting, try again later`),
}

export function createBodyAdmission({ clock, activity, nextTurn }: BodyAdmissionOptions): BodyAdmission {
  const small = createLane({ slots: SMALL_SLOTS, queue: QUEUE })
  const large = createLane({ slots: LARGE_SLOTS, queue: QUEUE })
  const stalls = createStallWatch(clock)
  let workedBytes = 0
  let turn: Promise<void> | undefined

  /** All large bodies wait for the same turn: the host looks for input only when none of them has work left. */
  const worked = (bytes: number) => {
    if (!nextTurn) return undefined
    workedBytes += bytes
    if (workedBytes >= BYTES_PER_TURN && !turn) {
      workedBytes = 0
      turn = nextTurn().finally(() => {
        turn = undefined
      })
    }
    return turn
  }

  return {
    open(declaredBytes = 0, { signal, cancel }) {
      let readBytes = 0
      let lane: typeof large | undefined
      let leave: (() => void) | undefined
      let failure: DomainError | undefined

      const isLarge = () => Math.max(declaredBytes, readBytes) > SMALL_BODY_BYTES
      const close = () => {
        leave?.()
        leave = undefined
      }
      /** A body without a declared length begins as a small one and changes lanes when it has grown. */
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
      const limitMs = () => (lane?.isCrowded() ? CROWDED_STALLED_MS : STALLED_MS)
      const letGo = () => {
        failure = new DomainError(
          'timeout',
          `Cannot read body: the client sent nothing for ${limitMs() / 1000} seconds`,
        )
        cancel()
      }

      return {
        async read(next) {
          await enterLane()
          const result = await next().finally(stalls.watch({ limitMs, letGo }))
          if (failure) throw failure
          readBytes += result.value?.byteLength ?? 0
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
