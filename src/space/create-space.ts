import { DomainError } from '../errors.ts'
import type { Clock } from '../ports/clock.ts'
import type { Space } from '../ports/space.ts'

/** Validity of a reading, since other programs use the same disk. */
const READING_LASTS_MS = 1_000
/** With this much space beyond the reserve, a write does not wait for a new reading. */
const PLENTY_BYTES = 1024 * 1024 * 1024
/** A database writes new bytes twice: to its journal, and then to its file. */
const COPIES_WRITTEN = 2
/** Space that no write may use: without it, a database can neither open nor roll back. */
const UNTOUCHED_BYTES = 1024 * 1024

export interface SpaceOptions {
  /** Reads the free space. A rejection means that it is unknown, and nothing is refused. */
  readonly freeBytes: () => Promise<number>
  /** Space that is reserved for removals. The last MiB is never used. */
  readonly reserveBytes: number
  readonly clock: Pick<Clock, 'now'>
}

/**
 * Creates a {@link Space} from readings of the host. A new reading is taken about once a second while there are
 * writes, and before a write for which the last reading, minus the bytes written since, leaves no room.
 */
export function createSpace({ freeBytes, reserveBytes, clock }: SpaceOptions): Space {
  let reading: { readonly freeBytes: number; readonly atMs: number } | undefined
  let asking: Promise<void> | undefined
  /** Bytes of unfinished writes; `writtenBytes` adds all writes since the last reading was requested. */
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
  /** Checks and reserves synchronously, so that two writes cannot use the same space. */
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
    freeBytes: () => freeBytes().catch(() => undefined),
    async grow(sizeBytes, write) {
      const bytes = sizeBytes * COPIES_WRITTEN
      await take(bytes, Math.max(reserveBytes, UNTOUCHED_BYTES), `store ${sizeBytes} bytes`)
      try {
        return await write()
      } finally {
        pendingBytes -= bytes
      }
    },
    async change(write, sizeBytes = 0) {
      await take(sizeBytes, UNTOUCHED_BYTES, 'change what is stored')
      try {
        return await write()
      } finally {
        pendingBytes -= sizeBytes
      }
    },
  }
}
