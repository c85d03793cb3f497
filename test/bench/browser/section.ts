import type { BrowserContext, Page } from 'playwright'
import {
  type Goal,
  MIB_PER_SECOND,
  MILLISECONDS,
  measure,
  type Outcome,
  outcomeOf,
  type Run,
  TIMES,
  type Unit,
} from '../measure.ts'
import type { Section, SectionOptions } from '../section.ts'
import { buildPage } from './build-pages.ts'
import { atNewOrigin, inChromium } from './chromium.ts'
import type { InputForm } from './page-bench.ts'

const KIB = 1024
const MIB = 1024 * KIB

const VARIES = 'chunks of 1 MiB are read 1.4 to 2.5 times as fast, and runs of one form vary by a tenth'
const CAUSE = 'Helia takes pieces of 64 KiB three to five times as fast as the other forms'

/** How many times as fast as Helia, by the size of chunks in KiB. */
const GOALS = {
  add: { 256: { ratio: 3.5, cause: CAUSE }, 1024: { ratio: 1 } },
  read: { 256: { ratio: 4, cause: CAUSE }, 1024: { ratio: 1.4, cause: VARIES } },
} as const

/** Files without a node, and the share of their speed that a node should reach. */
const BARE = 'files'
const OF_BARE = {
  ratio: 0.8,
  cause: 'bare files neither hash nor verify: hashing 100 MiB takes Chromium 100 to 240 ms',
} as const

/** Milliseconds until a node can be used. */
const OPEN_GOAL = {
  figure: 60,
  cause:
    'code is compiled and databases are made: 39 to 51 ms on this machine at its usual speed, 62 at half of it',
} as const
/** Milliseconds for 1,000 files. */
const FOLDER_GOALS = {
  add: {
    figure: 60,
    cause: 'hashes and nodes take 30 to 40 ms, and the worker for files starts meanwhile, in 15 to 50 ms',
  },
  read: { figure: 80, cause: 'one after the other, each read waits for a transaction of IndexedDB' },
} as const

/** A node in a tab, beside Helia over `blockstore-idb`, in one Chromium with its storage on disk. */
export const browser: Section = {
  name: 'browser',
  needsPeers: true,
  needsBuild: false,
  async run(options) {
    await buildPage('tidepool', 'test/bench/browser/tidepool-page.ts')
    await buildPage(BARE, 'test/bench/browser/files-page.ts')
    if (options.hasPeers) await buildPage('helia', 'test/peers/helia-page.js')
    await inChromium(async (context) => {
      const bench = { ...options, context, names: options.hasPeers ? ['tidepool', 'helia'] : ['tidepool'] }
      await openRows(bench)
      for (const chunkKib of [256, 1024] as const) {
        for (const form of ['stream', 'large-pieces', 'blob', 'array'] as const)
          await fileRows(bench, { chunkKib, form })
      }
      await folderRows(bench)
      await fileRows(
        { ...bench, names: ['tidepool', BARE] },
        {
          chunkKib: 1024,
          form: 'large-pieces',
          goals: { add: OF_BARE, read: OF_BARE },
          suffix: ', of bare files',
        },
      )
    })
  },
}

interface BrowserBench extends SectionOptions {
  readonly context: BrowserContext
  readonly names: readonly string[]
}

async function openRows({ context, names, isQuick, report }: BrowserBench): Promise<void> {
  const again = collected()
  const open = (name: string) => () =>
    atNewOrigin(context, name, async (page) => {
      const firstMs = await page.evaluate(() => pageBench.open())
      await reload(page)
      again.add(name, await page.evaluate(() => pageBench.open()))
      return firstMs
    })
  const common = { section: 'browser', unit: MILLISECONDS, goal: OPEN_GOAL }
  const rounds = isQuick ? 1 : 5
  report(await measure({ ...common, name: 'open, empty storage', rounds, runs: byName(names, open) }))
  report({ ...common, name: 'open again', outcomes: again.outcomes(names) })
}

interface FileRow {
  readonly chunkKib: 256 | 1024
  readonly form: InputForm
  /** Default: those beside Helia. */
  readonly goals?: { readonly add: Goal; readonly read: Goal }
  /** Follows the names of the rows. */
  readonly suffix?: string
}

/** One file in, then, in a page that was loaded again, out; and what the browser counts for it. */
async function fileRows(
  { context, names, isQuick, report }: BrowserBench,
  { chunkKib, form, suffix = '', goals }: FileRow,
): Promise<void> {
  const sizeMib = isQuick ? 20 : 100
  const [read, stored] = [collected(), collected()]
  const addAndRead = (name: string) => () =>
    atNewOrigin(context, name, async (page) => {
      const how = { sizeBytes: sizeMib * MIB, chunkBytes: chunkKib * KIB, form }
      const emptyBytes = await page.evaluate(() => pageBench.usageBytes())
      const adding = page.evaluate((options) => pageBench.addFile(options), how)
      const { cids, tookMs } = await withinLimit(adding)
      await reload(page)
      const what = { cids, sizeBytes: how.sizeBytes }
      const readMs = await page.evaluate((options) => pageBench.read(options), what)
      read.add(name, sizeMib / (readMs / 1000))
      const usedBytes = (await page.evaluate(() => pageBench.usageBytes())) - emptyBytes
      stored.add(name, usedBytes / how.sizeBytes)
      return sizeMib / (tookMs / 1000)
    })
  const row = (name: string, unit: Unit) => ({
    section: 'browser',
    name: `${name}, chunks of ${chunkKib} KiB${suffix}`,
    unit,
  })
  report(
    await measure({
      ...row(`add ${sizeMib} MiB from ${SHOWN[form]}`, MIB_PER_SECOND),
      ...{
        goal: goals?.add ?? GOALS.add[chunkKib],
        rounds: isQuick ? 1 : 3,
        runs: byName(names, addAndRead),
      },
    }),
  )
  if (form === 'array') return
  report({
    ...row(`read ${sizeMib} MiB that came from ${SHOWN[form]}`, MIB_PER_SECOND),
    goal: goals?.read ?? GOALS.read[chunkKib],
    outcomes: read.outcomes(names),
  })
  report({
    ...row(`stored for each byte from ${SHOWN[form]}`, TIMES),
    goal: { figure: 1.05 },
    outcomes: stored.outcomes(names),
  })
}

/** A run that takes longer is a failure: a peer that stores a whole array with each chunk would take minutes. */
const LIMIT_MS = 30_000

async function withinLimit<T>(running: Promise<T>): Promise<T> {
  running.catch(() => undefined)
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`over ${LIMIT_MS / 1000} s`)), LIMIT_MS)
  try {
    return await Promise.race([running, late])
  } finally {
    clearTimeout(timer)
  }
}

const SHOWN: Readonly<Record<InputForm, string>> = {
  stream: 'a stream in 64 KiB',
  'large-pieces': 'a stream in 1 MiB',
  blob: 'a Blob',
  array: 'one array',
}

async function folderRows({ context, names, isQuick, report }: BrowserBench): Promise<void> {
  const [count, sizeBytes] = [isQuick ? 100 : 1_000, 10 * KIB]
  const read = collected()
  const addAndRead = (name: string) => () =>
    atNewOrigin(context, name, async (page) => {
      const { cids, tookMs } = await page.evaluate((options) => pageBench.addFiles(options), {
        count,
        sizeBytes,
      })
      await reload(page)
      const what = { cids, sizeBytes: count * sizeBytes }
      read.add(name, await page.evaluate((options) => pageBench.read(options), what))
      return tookMs
    })
  const common = { section: 'browser', unit: MILLISECONDS }
  report(
    await measure({
      ...{ ...common, name: `add ${count} files of 10 KiB`, goal: FOLDER_GOALS.add },
      ...{ rounds: isQuick ? 1 : 5, runs: byName(names, addAndRead) },
    }),
  )
  report({
    ...{ ...common, name: `read ${count} files of 10 KiB after a reload`, goal: FOLDER_GOALS.read },
    outcomes: read.outcomes(names),
  })
}

/** Figures that come along while another row is measured. */
function collected() {
  const figures = new Map<string, number[]>()
  return {
    add(name: string, figure: number) {
      figures.set(name, [...(figures.get(name) ?? []), figure])
    },
    outcomes: (names: readonly string[]): Record<string, Outcome> =>
      Object.fromEntries(names.map((name) => [name, outcomeOf(figures.get(name) ?? [])])),
  }
}

function byName(names: readonly string[], run: (name: string) => Run): Record<string, Run> {
  return Object.fromEntries(names.map((name) => [name, run(name)]))
}

async function reload(page: Page): Promise<void> {
  await page.reload()
  await page.waitForFunction(() => 'pageBench' in globalThis)
}
