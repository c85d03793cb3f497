import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import type { Page } from 'playwright'
import { atNewOrigin } from '../browser/chromium.ts'
import type { StartedDaemon } from '../http/daemon.ts'
import { fileForm } from '../http/forms.ts'
import { settle } from '../http/settle.ts'
import { inSeconds, MIB_PER_SECOND, MILLISECONDS, measure, outcomeOf, timed } from '../measure.ts'
import {
  connectTo,
  LIMIT_SECONDS,
  originOf,
  type PageRows,
  readAfterDisconnect,
  SMALL_BYTES,
  speedOf,
} from './tab-rows.ts'
import { withDaemon } from './with-daemon.ts'

const MIB = 1024 * 1024

/** A page, and an `npm start` with its address. */
interface Beside {
  readonly page: Page
  readonly daemon: StartedDaemon
  readonly address: string
}

/** A tab that is connected to an `npm start` over a WebSocket: a file in each direction. */
export async function edgeRows({ context, names, sizeBytes, rounds, report }: PageRows): Promise<void> {
  const section = 'network'
  const firstBytes = new Map<string, number[]>()
  const sent = new Map<string, number[]>()
  const again = new Map<string, number[]>()
  const add = (figures: Map<string, number[]>, name: string, figure: number) =>
    void figures.set(name, [...(figures.get(name) ?? []), figure])

  const bothWays = async (name: string, { page, daemon, address }: Beside) => {
    const { api } = daemon
    await connectTo(page, address)
    const addFile = async (bytes: number): Promise<string> => {
      const options = 'cid-version=1&raw-leaves=true&chunker=size-262144&pin=false'
      const { text } = await api.post(`add?${options}`, { form: fileForm(bytes) })
      return JSON.parse(text).Hash
    }
    const cid = await addFile(sizeBytes)
    const read = await page.evaluate((what) => networkBench.read(what), { cid, sizeBytes })
    add(firstBytes, name, read.firstByteMs)
    const theirs = await page.evaluate((size) => networkBench.add(size), sizeBytes)
    const tookMs = await timed(async () => {
      const { sizeBytes: got } = await api.post(`cat?arg=${theirs}`, { keep: false })
      if (got !== sizeBytes) throw new Error(`read ${got} bytes, not ${sizeBytes}`)
    })
    add(sent, name, speedOf(sizeBytes, { tookMs }))
    const small = await addFile(SMALL_BYTES)
    await settle([daemon])
    add(again, name, await readAfterDisconnect(page, { cid: small, address }))
    return speedOf(sizeBytes, read)
  }
  const transfer = (name: string) => () =>
    atNewOrigin(context, `network-${name}`, (page) =>
      withDaemon([originOf(page)], (daemon, address) =>
        inSeconds(LIMIT_SECONDS, bothWays(name, { page, daemon, address })),
      ),
    )
  const size = `${sizeBytes / MIB} MiB`
  const goal = { ratio: 1 }
  const runs = Object.fromEntries(names.map((name) => [name, transfer(name)]))
  report(await measure({ section, name: `edge to tab, ${size}`, unit: MIB_PER_SECOND, rounds, goal, runs }))
  const each = (figures: Map<string, number[]>) =>
    Object.fromEntries(names.map((name) => [name, outcomeOf(figures.get(name) ?? [])]))
  report({ section, name: `tab to edge, ${size}`, unit: MIB_PER_SECOND, goal, outcomes: each(sent) })
  report({ section, name: 'edge to tab, first byte', unit: MILLISECONDS, goal, outcomes: each(firstBytes) })
  report({
    section,
    name: 'tab to edge, connect again and read 1 KiB',
    unit: MILLISECONDS,
    goal,
    outcomes: each(again),
  })
  const raw = {
    tidepool: () => atNewOrigin(context, 'network-tidepool', (page) => rawSpeed(page, sizeBytes)),
  }
  report(
    await measure({
      section,
      name: 'edge to tab, raw stream of p2p/listen',
      unit: MIB_PER_SECOND,
      rounds,
      runs: raw,
    }),
  )
}

/** A stream of the same link: the edge forwards a protocol to a TCP service that sends at once. */
async function rawSpeed(page: Page, sizeBytes: number): Promise<number> {
  const bytes = Buffer.alloc(sizeBytes)
  const service = createServer((socket) => void socket.on('error', () => socket.destroy()).end(bytes))
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const { port } = service.address() as AddressInfo
  try {
    return await withDaemon(
      [originOf(page)],
      async ({ api }, address) => {
        await api.post(`p2p/listen?arg=/x/raw&arg=/ip4/127.0.0.1/tcp/${port}`)
        await connectTo(page, address)
        const what = { address, sizeBytes }
        const reading = page.evaluate((raw) => networkBench.readRaw(raw), what)
        return speedOf(sizeBytes, await inSeconds(LIMIT_SECONDS, reading))
      },
      { STREAM_MOUNTING_ENABLED: 'true' },
    )
  } finally {
    service.close()
  }
}
