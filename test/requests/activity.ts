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
  if (equals(await underWay(), AT_REST)) return
  // A host may learn only by sending that the reader of a log has left: from here on each question logs a line, which
  // ends a stream that another test has left, at once and not after the ten seconds of a quiet log.
  await logLevel('debug')
  try {
    await expect.poll(underWay, { timeout: 20_000, interval: 100 }).toEqual(AT_REST)
  } finally {
    await logLevel('default')
  }
}

/** Operations, bytes and streams. */
const AT_REST = [0, 0, 1]

async function underWay(): Promise<number[]> {
  const {
    'storage-operations': operations,
    'bytes-in-flight': bytes,
    'open-streams': streams,
  } = await readings()
  return [operations.now, bytes.now, streams.now]
}

const equals = (some: readonly number[], others: readonly number[]) =>
  some.every((value, at) => value === others[at])

async function logLevel(level: string): Promise<void> {
  await (await send(`/api/v0/log/level?arg=rpc&arg=${level}`, { method: 'POST' })).text()
}
