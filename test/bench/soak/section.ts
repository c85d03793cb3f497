import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { newDataFolder, removeDataFolder, type StartedDaemon, startDaemon, TIDEPOOL } from '../http/daemon.ts'
import { filesForm } from '../http/forms.ts'
import { MIB, MIB_AN_HOUR, MILLISECONDS, outcomeOf, PER_SECOND, type Row, TIMES, timed } from '../measure.ts'
import type { Section } from '../section.ts'
import { type Sample, slopeAnHour } from './slope.ts'

/** Peers that have connected, got a block and left, and those that could not. */
export interface Visits {
  readonly made: number
  readonly failed: number
}

const MIB_BYTES = 1024 * 1024
const MINUTE_MS = 60_000
const MINUTES = 60
const QUICK_MINUTES = 2
const PEERS = 1_000
const IN_FLIGHT = 64
const LOOK_EVERY_MS = 5_000
/** The share of the run that counts as its beginning: what a runtime allocates once is not growth. */
const BEGINNING = 1 / 4

/**
 * A node on this machine for an hour, or for `BENCH_SOAK_MINUTES`: a thousand peers come and go, spread over the run,
 * while small calls are made at 64 in flight.
 */
export const soak: Section = {
  name: 'soak',
  needsPeers: false,
  needsBuild: true,
  isByNameOnly: true,
  async run({ isQuick, report }) {
    const minutes = Number(process.env['BENCH_SOAK_MINUTES'] ?? (isQuick ? QUICK_MINUTES : MINUTES))
    const folder = newDataFolder()
    const daemon = await startDaemon(TIDEPOOL, folder)
    try {
      for (const row of await soaked(daemon, minutes * MINUTE_MS)) report(row)
    } finally {
      await daemon.stop()
      removeDataFolder(folder)
    }
  },
}

async function soaked(daemon: StartedDaemon, durationMs: number): Promise<readonly Row[]> {
  const calls = await smallCalls(daemon)
  const { Key } = JSON.parse((await daemon.api.post('block/put', { form: filesForm(BLOCK) })).text)
  const { Addresses } = JSON.parse((await daemon.api.post('id')).text)
  const times: number[] = []
  const samples: Sample[] = []
  const errors = new Map<string, number>()
  let visits: Visits = { made: 0, failed: 0 }
  const start = performance.now()
  const isOver = () => performance.now() - start > durationMs

  const calling = async (first: number) => {
    for (let at = first; !isOver(); at += 1) {
      const call = calls[at % calls.length] ?? 'version'
      try {
        times.push(await timed(() => daemon.api.post(call)))
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error)
        errors.set(text, (errors.get(text) ?? 0) + 1)
      }
    }
  }
  const looking = async () => {
    while (!isOver()) {
      samples.push({ atMs: performance.now() - start, value: daemon.proportionalBytes() / MIB_BYTES })
      await sleep(LOOK_EVERY_MS)
    }
  }
  const rounds = durationMs / MINUTE_MS / MINUTES
  const thread = new Worker(new URL('visits-thread.ts', import.meta.url), {
    workerData: {
      address: Addresses[0],
      cid: Key,
      durationMs,
      visits: Math.ceil(PEERS * Math.max(rounds, 0.1)),
    },
  })
  thread.on('message', (counts: Visits) => {
    visits = counts
  })
  const ended = once(thread, 'exit')
  await Promise.all([looking(), ended, ...Array.from({ length: IN_FLIGHT }, (_, at) => calling(at))])

  for (const [text, count] of errors) process.stderr.write(`soak: ${count} calls failed: ${text}\n`)
  const settled = samples.filter(({ atMs }) => atMs > durationMs * BEGINNING)
  times.sort((a, b) => a - b)
  const seconds = (performance.now() - start) / 1000
  const failed = [...errors.values()].reduce((sum, count) => sum + count, 0)
  return [
    rowOf({ name: 'growth of memory', unit: MIB_AN_HOUR, goal: { figure: 1 } }, slopeAnHour(settled)),
    rowOf({ name: 'memory at peak', unit: MIB }, Math.max(...samples.map(({ value }) => value))),
    rowOf({ name: `calls, ${IN_FLIGHT} in flight`, unit: PER_SECOND }, times.length / seconds),
    rowOf({ name: 'calls, p99', unit: MILLISECONDS }, times[Math.floor(times.length * 0.99)] ?? 0),
    rowOf({ name: 'calls that failed', unit: TIMES, goal: { figure: 0 } }, failed),
    rowOf({ name: 'peers that came and went', unit: TIMES }, visits.made),
    rowOf({ name: 'peers that got nothing', unit: TIMES, goal: { figure: 0 } }, visits.failed),
  ]
}

const BLOCK = { count: 1, sizeBytes: 4096 }

/** Calls that read and store nothing new, so that the store stays as large as it is. */
async function smallCalls({ api }: StartedDaemon): Promise<readonly string[]> {
  const calls = ['version', 'id', 'pin/ls', 'repo/stat?size-only=true', 'swarm/peers', 'bitswap/stat']
  for (let count = 0; count < 20; count += 1) {
    const { Key } = JSON.parse((await api.post('block/put', { form: filesForm(BLOCK) })).text)
    calls.push(`block/get?arg=${Key}`, `block/stat?arg=${Key}`)
  }
  return calls
}

function rowOf(row: Pick<Row, 'name' | 'unit' | 'goal'>, figure: number): Row {
  return { section: soak.name, ...row, outcomes: { tidepool: outcomeOf([figure]) } }
}
