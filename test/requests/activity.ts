import { expect } from 'vitest'
import { send } from '#host'

interface Reading {
  readonly now: number
  readonly peak: number
}

export interface Readings {
  readonly 'storage-operations': Reading
  readonly 'bytes-in-flight': Reading
  readonly 'open-streams': Reading
  readonly 'large-bodies': Reading
  readonly 'waiting-bodies': Reading
}

/** What the node under test says of itself; the call that asks is one open stream. */
export async function readings(): Promise<Readings> {
  const response = await send('/api/v0/diag/sys', { method: 'POST' })
  const { tidepool }: { tidepool: { activity: Readings } } = await response.json()
  return tidepool.activity
}

/** Waits until nothing is under way but the question itself. */
export async function expectRest(): Promise<void> {
  await expect
    .poll(
      async () => {
        const {
          'storage-operations': operations,
          'bytes-in-flight': bytes,
          'open-streams': streams,
        } = await readings()
        return [operations.now, bytes.now, streams.now]
      },
      { timeout: 20_000, interval: 100 },
    )
    .toEqual([0, 0, 1])
}
