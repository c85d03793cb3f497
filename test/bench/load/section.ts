import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { newDataFolder, removeDataFolder, type StartedDaemon, startDaemon, TIDEPOOL } from '../http/daemon.ts'
import { MIB, MILLISECONDS, outcomeOf, type Row, timed } from '../measure.ts'
import type { Section } from '../section.ts'
import { LOADS } from './loads.ts'

const MIB_BYTES = 1024 * 1024
const LOOK_EVERY_MS = 100
const CALL_EVERY_MS = 10
const QUICK_SHARE = 0.1
/** Of the starter and the runtime together, with what processes share divided among them. */
const MOST_MIB = 512
const MOST_MS = 250

/** What `npm start` holds at most, and how long `version` takes, while others put it under load. */
export const load: Section = {
  name: 'load',
  needsPeers: false,
  needsBuild: true,
  async run({ isQuick, report }) {
    for (const name of Object.keys(LOADS)) {
      const folder = newDataFolder()
      const daemon = await startDaemon(TIDEPOOL, folder)
      try {
        const { peakMib, slowestMs } = await under(name, daemon, isQuick ? QUICK_SHARE : 1)
        report(rowOf({ name: `memory at peak, ${name}`, unit: MIB, goal: { figure: MOST_MIB } }, peakMib))
        report(
          rowOf({ name: `version p99, ${name}`, unit: MILLISECONDS, goal: { figure: MOST_MS } }, slowestMs),
        )
      } finally {
        await daemon.stop()
        removeDataFolder(folder)
      }
    }
  },
}

async function under(name: string, daemon: StartedDaemon, share: number) {
  const times: number[] = []
  let peakBytes = daemon.proportionalBytes()
  let isOver = false
  const looking = setInterval(() => {
    peakBytes = Math.max(peakBytes, daemon.proportionalBytes())
  }, LOOK_EVERY_MS)
  const calling = async () => {
    while (!isOver) {
      times.push(await timed(() => daemon.api.post('version')))
      await sleep(CALL_EVERY_MS)
    }
  }
  const thread = new Worker(new URL('load-thread.ts', import.meta.url), {
    workerData: { name, share, apiUrl: daemon.api.url },
  })
  try {
    const over = once(thread, 'exit').then(() => {
      isOver = true
    })
    await Promise.all([over, calling(), once(thread, 'message')])
  } finally {
    isOver = true
    clearInterval(looking)
    await thread.terminate()
  }
  times.sort((first, second) => first - second)
  return { peakMib: peakBytes / MIB_BYTES, slowestMs: times[Math.floor(times.length * 0.99)] ?? 0 }
}

function rowOf(row: Pick<Row, 'name' | 'unit' | 'goal'>, figure: number): Row {
  return { section: load.name, ...row, outcomes: { tidepool: outcomeOf([figure]) } }
}
