import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type DaemonKind, newDataFolder, removeDataFolder, startDaemon, TIDEPOOL } from '../http/daemon.ts'
import { fileForm, filesForm } from '../http/forms.ts'
import { settle } from '../http/settle.ts'
import {
  type Goal,
  MIB_PER_SECOND,
  MILLISECONDS,
  outcomeOf,
  PER_SECOND,
  PERCENT,
  timed,
  type Unit,
} from '../measure.ts'
import type { Section } from '../section.ts'

const READERS = 32
const FILES = 64
const FILE_BYTES = 256 * 1024
/** From one read of a reader to its next: 160 reads, and 40 MiB, a second in all. */
const PAUSE_MS = 200
const ALONE_MS = 10_000
const QUICK_SHARE = 0.1
/** Beside the writer, the slowest of a hundred reads may take this many times as long as without it. */
const MOST_TIMES = 4
const LEAST_SPEED = 0.7
const MOST_ASKED_PERCENT = 1
const ROUNDS = 3
/** Measured: single rounds of one morning. */
const VARIES =
  'readers, client and all Workers share two cores: single rounds had 0.57 to 0.84 of the speed, and 2.6 to 4.7 times the time'

/** As a deployment serves: content that is read repeatedly does not reach the object. */
const DEPLOYED: DaemonKind = {
  ...TIDEPOOL,
  environment: (dataFolder) => ({ ...TIDEPOOL.environment(dataFolder), GATEWAY_READER_EXPIRY: '60s' }),
}

/** Readers of public content beside the one writer. Everything shares one thread here, as it does not when deployed. */
export const readers: Section = {
  name: 'readers',
  needsPeers: false,
  needsBuild: true,
  async run({ isQuick, report }) {
    const share = isQuick ? QUICK_SHARE : 1
    const addMib = isQuick ? 128 : 1024
    const folder = newDataFolder()
    const daemon = await startDaemon(DEPLOYED, folder)
    const row = (name: string, unit: Unit, runs: readonly number[], goal?: Goal) => {
      const outcome = outcomeOf(runs)
      report({ section: readers.name, name, unit, goal, outcomes: { tidepool: outcome } })
      return 'median' in outcome ? outcome.median : Number.NaN
    }
    const add = async () => {
      const form = fileForm(addMib * 1024 * 1024)
      return (addMib / (await timed(() => daemon.api.post('add?progress=false', { form })))) * 1000
    }
    try {
      const form = filesForm({ count: FILES, sizeBytes: FILE_BYTES })
      const { text } = await daemon.api.post('add?progress=false&cid-version=1', { form })
      const urls = [...text.matchAll(/"Hash":"([^"]+)"/g)].map(
        ([, cid]) => `${new URL(daemon.api.url).origin}/ipfs/${cid}`,
      )
      const [alone, beside]: [number[], number[]] = [[], []]
      const [idle, busy]: [Reads[], Reads[]] = [[], []]
      for (let round = 0; round < (isQuick ? 1 : ROUNDS); round += 1) {
        alone.push(await add())
        await settle([daemon])
        await readUntil(urls, sleep(2_000))
        idle.push(await readUntil(urls, sleep(ALONE_MS * share)))
        const adding = add().then((speed) => void beside.push(speed))
        busy.push(await readUntil(urls, adding))
        await settle([daemon])
      }
      const slow = ({ slowMs }: Reads) => slowMs
      const speed = ({ perSecond }: Reads) => perSecond
      const aloneSpeed = row(`add of ${addMib} MiB, alone`, MIB_PER_SECOND, alone)
      row(`${READERS} readers alone`, PER_SECOND, idle.map(speed))
      const idleMs = row(`${READERS} readers alone, 99th percentile`, MILLISECONDS, idle.map(slow))
      row(`${READERS} readers beside the add`, PER_SECOND, busy.map(speed))
      row(`${READERS} readers beside the add, 99th percentile`, MILLISECONDS, busy.map(slow), {
        figure: Math.round(MOST_TIMES * idleMs),
        cause: VARIES,
      })
      const least = Math.round(LEAST_SPEED * aloneSpeed)
      row('add beside readers', MIB_PER_SECOND, beside, { figure: least, cause: VARIES })
      const asked = busy.map(({ askedPercent }) => askedPercent)
      row('reads that reach the object', PERCENT, asked, { figure: MOST_ASKED_PERCENT })
    } finally {
      await daemon.stop()
      removeDataFolder(folder)
    }
  },
}

interface Reads {
  readonly perSecond: number
  /** Of the slowest but one in a hundred. */
  readonly slowMs: number
  readonly askedPercent: number
}

/** Reads files at random with all readers until `over` is settled. */
async function readUntil(urls: readonly string[], over: Promise<unknown>): Promise<Reads> {
  const agent = new Agent({ keepAlive: true, maxSockets: READERS })
  const times: number[] = []
  let asked = 0
  let isOver = false
  const start = performance.now()
  const reader = async () => {
    while (!isOver) {
      const url = urls[Math.floor(Math.random() * urls.length)] ?? ''
      times.push(
        await timed(async () => {
          if (!(await isNearby(url, agent))) asked += 1
        }),
      )
      await sleep(PAUSE_MS)
    }
  }
  const end = () => {
    isOver = true
  }
  await Promise.all([over.finally(end), ...Array.from({ length: READERS }, reader)]).finally(end)
  agent.destroy()
  times.sort((first, second) => first - second)
  return {
    perSecond: times.length / ((performance.now() - start) / 1000),
    slowMs: times[Math.floor(times.length * 0.99)] ?? Number.NaN,
    askedPercent: (asked / times.length) * 100,
  }
}

/** Reads one file. True if the object was not asked. */
function isNearby(url: string, agent: Agent): Promise<boolean> {
  const attempt = (resolve: (isNearby: boolean) => void, reject: (error: unknown) => void) => {
    let isAnswered = false
    const sent = get(url, { agent }, (response) => {
      isAnswered = true
      let sizeBytes = 0
      response.on('data', (chunk: Buffer) => {
        sizeBytes += chunk.byteLength
      })
      response.on('error', reject)
      response.on('end', () => {
        if (response.statusCode !== 200 || sizeBytes !== FILE_BYTES) {
          reject(new Error(`${response.statusCode} with ${sizeBytes} bytes in place of a file`))
        } else resolve(response.headers['cache-status'] === 'tidepool; hit')
      })
    })
    // The runtime closes a connection that has been idle for 5 s, at times just when the next request is sent.
    sent.on('error', (error) => {
      if (sent.reusedSocket && !isAnswered) attempt(resolve, reject)
      else reject(error)
    })
  }
  return new Promise(attempt)
}
