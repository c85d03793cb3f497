import type { BrowserContext, Page } from 'playwright'
import { atNewOrigin } from '../browser/chromium.ts'
import { inSeconds, MIB_PER_SECOND, MILLISECONDS, measure, outcomeOf, SHARE, timed } from '../measure.ts'
import type { ReadFigures } from './network-page.ts'
import { type NetworkRows, withDaemon } from './with-daemon.ts'

export interface PageRows extends NetworkRows {
  readonly context: BrowserContext
  readonly names: readonly string[]
}

const MIB = 1024 * 1024
export const SMALL_BYTES = 1024
/**
 * Of what is done between two nodes. Helia's pages never end a transfer of 50 MiB on a busy machine: the connection
 * stays open, and carries nothing.
 */
export const LIMIT_SECONDS = 120
/** The least share of the raw stream of the same link. */
const LEAST_SHARE = 80
const VARIES =
  'the file and the raw stream have connections of their own, and their speeds vary by a third from one to the next'

/** Two tabs of one kind of node at origins of their own, connected over WebRTC through an `npm start`. */
export async function tabRows(options: PageRows): Promise<void> {
  const { names, rounds, sizeBytes, report } = options
  const section = 'network'
  const figures = new Map<string, ReadFigures[]>()
  const reconnects = new Map<string, number[]>()
  const raw: number[] = []
  const shares: number[] = []

  /** On a connection of its own, as the file: a connection gets faster with what it has carried. */
  const rawStream = () =>
    betweenTabs(options, 'tidepool', async ({ from, to, address }) => {
      await from.evaluate((size) => networkBench.serveRaw(size), sizeBytes)
      const stream = await to.evaluate((what) => networkBench.readRaw(what), { address, sizeBytes })
      return speedOf(sizeBytes, stream)
    })
  const transfer = (name: string) => async () => {
    const speed = await betweenTabs(options, name, async ({ from, to, address }) => {
      const cid = await from.evaluate((size) => networkBench.add(size), sizeBytes)
      const read = await to.evaluate((what) => networkBench.read(what), { cid, sizeBytes })
      figures.set(name, [...(figures.get(name) ?? []), read])
      const againMs = await reconnected({ from, to, address }).catch(() => undefined)
      if (againMs !== undefined) reconnects.set(name, [...(reconnects.get(name) ?? []), againMs])
      return speedOf(sizeBytes, read)
    })
    if (name === 'tidepool') {
      const rawSpeed = await rawStream()
      raw.push(rawSpeed)
      shares.push((100 * speed) / rawSpeed)
    }
    return speed
  }
  const runs = Object.fromEntries(names.map((name) => [name, transfer(name)]))
  const name = `tab to tab, ${sizeBytes / MIB} MiB`
  report(await measure({ section, name, unit: MIB_PER_SECOND, rounds, goal: { ratio: 1 }, runs }))
  const each = (values: (of: string) => readonly number[]) =>
    Object.fromEntries(names.map((of) => [of, outcomeOf(values(of))]))
  const firstBytes = each((of) => (figures.get(of) ?? []).map(({ firstByteMs }) => firstByteMs))
  const common = { section, goal: { ratio: 1 }, unit: MILLISECONDS }
  report({ ...common, name: 'tab to tab, first byte', outcomes: firstBytes })
  report({
    ...common,
    name: 'tab to tab, connect again and read 1 KiB',
    outcomes: each((of) => reconnects.get(of) ?? []),
  })
  report({
    section,
    name: 'tab to tab, raw stream',
    unit: MIB_PER_SECOND,
    outcomes: { tidepool: outcomeOf(raw) },
  })
  report({
    ...{
      section,
      name: 'tab to tab, of the raw stream',
      unit: SHARE,
      goal: { figure: LEAST_SHARE, cause: VARIES },
    },
    outcomes: { tidepool: outcomeOf(shares) },
  })
}

interface Tabs {
  readonly from: Page
  readonly to: Page
  /** Where `to` reaches `from`. */
  readonly address: string
}

async function reconnected({ from, to, address }: Tabs): Promise<number> {
  const cid = await from.evaluate((size) => networkBench.add(size), SMALL_BYTES)
  return readAfterDisconnect(to, { cid, address })
}

/**
 * Milliseconds until a page that has disconnected has read a small file of a peer. Connects at once: some seconds later,
 * the node may have dialled a peer that it has lost by itself.
 */
export async function readAfterDisconnect(
  page: Page,
  { cid, address }: { readonly cid: string; readonly address: string },
): Promise<number> {
  await page.evaluate(() => networkBench.disconnect())
  return timed(async () => {
    await connectTo(page, address)
    await page.evaluate((what) => networkBench.read(what), { cid, sizeBytes: SMALL_BYTES })
  })
}

function betweenTabs<T>({ context }: PageRows, name: string, task: (tabs: Tabs) => Promise<T>): Promise<T> {
  const page = `network-${name}`
  return atNewOrigin(context, page, (from) =>
    atNewOrigin(context, page, (to) =>
      withDaemon([from, to].map(originOf), async (_, relay) => {
        for (const tab of [from, to]) await connectTo(tab, relay)
        const address = await browserAddress(from)
        await connectTo(to, address)
        return inSeconds(LIMIT_SECONDS, task({ from, to, address }))
      }),
    ),
  )
}

export function originOf(page: Page): string {
  return new URL(page.url()).origin
}

export async function connectTo(page: Page, address: string): Promise<void> {
  await page.evaluate((where) => networkBench.connect(where), address)
}

export function speedOf(sizeBytes: number, { tookMs }: Pick<ReadFigures, 'tookMs'>): number {
  return sizeBytes / MIB / (tookMs / 1000)
}

async function browserAddress(page: Page): Promise<string> {
  for (let tries = 0; tries < 200; tries += 1) {
    const address = await page.evaluate(() => networkBench.browserAddress())
    if (address !== undefined) return address
    await page.waitForTimeout(50)
  }
  throw new Error('The page is not reached through the relay')
}
