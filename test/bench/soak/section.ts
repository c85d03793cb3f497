import { setTimeout as sleep } from 'node:timers/promises'
import { COLLECTION, KEPT_CALLS } from '../http/causes.ts'
import { connect } from '../http/client.ts'
import { newDataFolder, removeDataFolder, type StartedDaemon, startDaemon } from '../http/daemon.ts'
import { filesForm } from '../http/forms.ts'
import { MIB, MIB_AN_HOUR, MILLISECONDS, outcomeOf, PER_SECOND, type Row, TIMES, timed } from '../measure.ts'
import type { Section } from '../section.ts'
import { freePort, inspectedTidepool, objectHeapBytes } from './object-heap.ts'
import { floorsOf, type Sample, slopeAnHour } from './slope.ts'
import { receiveVisits } from './visits.ts'

const MIB_BYTES = 1024 * 1024
const MINUTE_MS = 60_000
const MINUTES = 60
const QUICK_MINUTES = 2
const PEERS = 1_000
const IN_FLIGHT = 64
const LOOK_EVERY_MS = 10_000

/** Peers before the hour begins: the node remembers 1,024 at most, so that it then remembers no more. */
const EARLIER_PEERS = 1_100

/** The share of the run that counts as its beginning: what a runtime allocates once is not growth. */
const BEGINNING = 1 / 4

/** Five minutes each of an hour. */
const PARTS = 12

/** Within which the node has noticed that the last peers have left. */
const LEFT_WITHIN_MS = 60_000

/** In base64url with the prefix of the encoding. */
const TOPIC = 'uc29haw'

/**
 * A node on this machine for an hour, or for `BENCH_SOAK_MINUTES`: a thousand peers come and go, spread over the run,
 * while small calls are made at 64 in flight, at most `BENCH_SOAK_CALLS` a second.
 */
export const soak: Section = {
  name: 'soak',
  needsPeers: false,
  needsBuild: true,
  isByNameOnly: true,
  async run({ isQuick, report }) {
    const minutes = Number(process.env['BENCH_SOAK_MINUTES'] ?? (isQuick ? QUICK_MINUTES : MINUTES))
    const folder = newDataFolder()
    const inspectorPort = await freePort()
    const daemon = await startDaemon(inspectedTidepool(inspectorPort), folder)
    const heapBytes = () => objectHeapBytes(inspectorPort)
    try {
      for (const row of await soaked({ daemon, heapBytes }, minutes * MINUTE_MS)) report(row)
    } finally {
      await daemon.stop()
      removeDataFolder(folder)
    }
  },
}

/** A node, and what its object's heap holds after a collection. */
interface Subject {
  readonly daemon: StartedDaemon
  readonly heapBytes: () => Promise<number>
}

const SLOWEST = { figure: 50, cause: COLLECTION }
const MOST_MIB = { figure: 512, cause: KEPT_CALLS }
const HEAP_GROWTH = {
  figure: 1,
  cause:
    'looks at the heap amid calls differ by 5 MiB: only an hour shows its line (0.44 MiB with 20 calls a second)',
}
const MEMORY_GROWTH = { figure: 1, cause: KEPT_CALLS }

async function soaked({ daemon, heapBytes }: Subject, durationMs: number): Promise<readonly Row[]> {
  const { api } = daemon
  const cids = await blocks(api)
  const calls = [...SMALL_CALLS, ...cids.flatMap((cid) => [`block/get?arg=${cid}`, `block/stat?arg=${cid}`])]
  const { Addresses } = JSON.parse((await api.post('id')).text)
  const leaving = new AbortController()
  const reading = readTopic(api.url, leaving.signal)
  const visitors = { address: Addresses[0], api: api.url, cids: cids.slice(0, 5), topic: TOPIC }
  const share = Math.max(durationMs / MINUTE_MS / MINUTES, 0.1)
  await receiveVisits({ ...visitors, visits: Math.ceil(EARLIER_PEERS * Math.min(share, 1)), durationMs: 0 })

  const times: number[] = []
  const samples: Sample[] = []
  const heaps: Sample[] = []
  const errors = new Map<string, number>()
  const start = performance.now()
  const isOver = () => performance.now() - start > durationMs
  const pauseMs = (1000 * IN_FLIGHT) / Number(process.env['BENCH_SOAK_CALLS'] ?? Number.POSITIVE_INFINITY)

  const caller = connect(api.url, { keepAlive: pauseMs === 0 })
  const calling = async (first: number) => {
    for (let at = first; !isOver(); at += 1) {
      const call = calls[at % calls.length] ?? 'version'
      try {
        times.push(await timed(() => caller.post(call)))
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error)
        errors.set(text, (errors.get(text) ?? 0) + 1)
      }
      if (pauseMs > 0) await sleep(pauseMs)
    }
  }
  const looking = async () => {
    while (!isOver()) {
      const sample = { atMs: performance.now() - start, value: daemon.proportionalBytes() / MIB_BYTES }
      samples.push(sample)
      const heap = { atMs: performance.now() - start, value: (await heapBytes()) / MIB_BYTES }
      heaps.push(heap)
      if (samples.length % SAMPLES_A_LINE === 0) {
        const floor = Math.min(...heaps.slice(-SAMPLES_A_LINE).map(({ value }) => value))
        process.stderr.write(`soak: ${lineOf(sample)}, heap ${floor.toFixed(2)} MiB\n`)
      }
      await sleep(LOOK_EVERY_MS)
    }
  }
  const visiting = receiveVisits({ ...visitors, visits: Math.ceil(PEERS * share), durationMs })
  const lanes = Array.from({ length: IN_FLIGHT }, (_, at) => calling(at))
  const [visits] = await Promise.all([visiting, looking(), ...lanes])
  const seconds = (performance.now() - start) / 1000
  const left = await leftBehind(daemon)
  caller.close()
  leaving.abort()
  const messages = await reading

  for (const [text, count] of errors) process.stderr.write(`soak: ${count} calls failed: ${text}\n`)
  const settled = (all: readonly Sample[]) => all.filter(({ atMs }) => atMs > durationMs * BEGINNING)
  times.sort((a, b) => a - b)
  const failed = [...errors.values()].reduce((sum, count) => sum + count, 0)
  return [
    rowOf(
      { name: "growth of the object's heap", unit: MIB_AN_HOUR, goal: HEAP_GROWTH },
      slopeAnHour(floorsOf(settled(heaps), durationMs / PARTS)),
    ),
    rowOf(
      { name: 'growth of memory', unit: MIB_AN_HOUR, goal: MEMORY_GROWTH },
      slopeAnHour(settled(samples)),
    ),
    rowOf(
      { name: 'memory at peak', unit: MIB, goal: MOST_MIB },
      Math.max(...samples.map(({ value }) => value)),
    ),
    rowOf({ name: `calls, ${IN_FLIGHT} in flight`, unit: PER_SECOND }, times.length / seconds),
    rowOf(
      { name: 'calls, p99', unit: MILLISECONDS, goal: SLOWEST },
      times[Math.floor(times.length * 0.99)] ?? 0,
    ),
    rowOf({ name: 'calls that failed', unit: TIMES, goal: { figure: 0 } }, failed),
    rowOf({ name: 'peers that came and went', unit: TIMES }, visits.made),
    rowOf({ name: 'peers that got nothing', unit: TIMES, goal: { figure: 0 } }, visits.failed),
    rowOf({ name: 'messages of peers, those before the hour too', unit: TIMES }, messages),
    rowOf({ name: 'peers, wants and subscribers left', unit: TIMES, goal: { figure: 0 } }, left),
  ]
}

/** A line each minute, for who waits. */
const SAMPLES_A_LINE = MINUTE_MS / LOOK_EVERY_MS

function lineOf({ atMs, value }: Sample): string {
  return `${Math.round(atMs / 1000)} s: ${value.toFixed(1)} MiB`
}

/** Calls that read and store nothing new, so that the store stays as large as it is. */
const SMALL_CALLS = ['version', 'id', 'pin/ls', 'repo/stat?size-only=true', 'swarm/peers', 'bitswap/stat']

/** The CIDs of new blocks of the node. */
async function blocks(api: StartedDaemon['api']): Promise<readonly string[]> {
  const cids: string[] = []
  for (let count = 0; count < 20; count += 1) {
    const { Key } = JSON.parse((await api.post('block/put?cid-codec=raw', { form: filesForm(BLOCK) })).text)
    cids.push(Key)
  }
  return cids
}

const BLOCK = { count: 1, sizeBytes: 4096 }

/** Subscribes the node to the topic of the visitors. Resolves to the number of their messages. */
async function readTopic(api: string, signal: AbortSignal): Promise<number> {
  let messages = 0
  try {
    const { body } = await fetch(`${api}/pubsub/sub?arg=${TOPIC}`, { method: 'POST', signal })
    for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      messages += text.split('\n').length - 1
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return messages
}

/** What the node still holds of peers that have left. */
async function leftBehind({ api }: StartedDaemon): Promise<number> {
  const count = async () => {
    const [swarm, bitswap, pubsub] = await Promise.all([
      api.post('swarm/peers'),
      api.post('bitswap/stat'),
      api.post(`pubsub/peers?arg=${TOPIC}`),
    ])
    const { Peers, Wantlist } = JSON.parse(bitswap.text)
    const lists = [JSON.parse(swarm.text).Peers, Peers, Wantlist, JSON.parse(pubsub.text).Strings]
    return lists.reduce((sum, list) => sum + (list?.length ?? 0), 0)
  }
  const lateMs = performance.now() + LEFT_WITHIN_MS
  let left = await count()
  while (left > 0 && performance.now() < lateMs) {
    await sleep(1_000)
    left = await count()
  }
  return left
}

function rowOf(row: Pick<Row, 'name' | 'unit' | 'goal'>, figure: number): Row {
  return { section: soak.name, ...row, outcomes: { tidepool: outcomeOf([figure]) } }
}
