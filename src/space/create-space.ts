import { DomainError } from '../errors.ts'
import type { Clock } from '../ports/clock.ts'
import type { Space } from '../ports/space.ts'

/** Other programs use the same disk: a reading is good for so long. */
const READING_LASTS_MS = 1_000
/** With so much room beyond the reserve, a write does not wait for the reading that it asks for. */
const PLENTY_BYTES = 1024 * 1024 * 1024
/** A database writes new bytes to its journal first, and then to their place. */
const COPIES_WRITTEN = 2
/** What no write may use: without it a database can neither open nor roll back. */
const UNTOUCHED_BYTES = 1024 * 1024

export interface SpaceOptions {
  /** Asks the host. A rejection means that the host does not know, and refuses nothing. */
  readonly freeBytes: () => Promise<number>
  /** Room that only writes which remove may use. Of any room, the last MiB is left untouched. */
  readonly reserveBytes: number
  readonly clock: Pick<Clock, 'now'>
}

/**
 * A {@link Space} over readings of the host, which are asked for about once a second while writes come, and before a
 * write that the last reading, less what has been written since, has no room for.
 */
export function createSpace({ freeBytes, reserveBytes, clock }: SpaceOptions): Space {
  let reading: { readonly freeBytes: number; readonly atMs: number } | undefined
  let asking: Promise<void> | undefined
  /** Of writes that have not ended; and, besides these, of those that have begun since the last reading was asked for. */
  let pendingBytes = 0
  let writtenBytes = 0

  const read = async () => {
    writtenBytes = pendingBytes
    const free = await freeBytes().catch(() => Number.POSITIVE_INFINITY)
    reading = { freeBytes: free, atMs: clock.now() }
  }
  const ask = () => {
    asking ??= read().finally(() => {
      asking = undefined
    })
    return asking
  }
  const roomBytes = () => (reading?.freeBytes ?? 0) - writtenBytes
  /** Takes the room in the same turn in which it is found, so that no other write finds it too. */
  const take = async (bytes: number, keptBytes: number, action: string) => {
    const hasRoom = (spareBytes = 0) => roomBytes() >= keptBytes + bytes + spareBytes
    const isStale = !reading || clock.now() - reading.atMs >= READING_LASTS_MS
    if (isStale && hasRoom(PLENTY_BYTES)) void ask()
    else if (isStale || !hasRoom()) await ask()
    if (!hasRoom()) throw new DomainError('no-space', `Cannot ${action}: no space left on device`)
    pendingBytes += bytes
    writtenBytes += bytes
  }
  return {
    async grow(sizeBytes, write) {
      const bytes = sizeBytes * COPIES_WRITTEN
      await take(bytes, Math.max(reserveBytes, UNTOUCHED_BYTES), `store ${sizeBytes} bytes`)
      try {
        return await write()
      } finally {
        pendingBytes -= bytes
      }
    },
    async change(write) {
      await take(0, UNTOUCHED_BYTES, 'change what is stored')
      return write()
    },
  }
}
