import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withChromium } from '../hosts/chromium-host.ts'
import type { RunningHost, StartHost } from '../hosts/running-host.ts'
import { withWorkerd } from '../hosts/workerd-host.ts'
import { type Goal, MIB, MILLISECONDS, outcomeOf, timed, type Unit } from '../measure.ts'
import type { Section, SectionOptions } from '../section.ts'
import { calendarTable } from './calendar-table.ts'
import { BATCH, LISTS } from './sample-calendar.ts'

/** How often each thing is done, and ten times as often inside: a clock may count whole milliseconds. */
const TIMES = 30
const STARTS = 5
const MIB_BYTES = 1024 * 1024

const WORKER = { worker: 'calendar-worker.ts', object: ['CALENDAR', 'CalendarObject'] } as const
const PAGE = join(import.meta.dirname, 'chromium-page.ts')

const START: Goal = {
  figure: 500,
  cause: 'Chromium takes 393 to 418 ms on the usual machine, 507 on one of half its speed',
}

/** What the goals are for. */
const GOAL_EVENTS = 100_000

/**
 * The calendar on the storage of its hosts, in three sizes: lists with the records of their page, single reads and
 * writes, and in workerd some of it by its routes, as a client sees it. What happens inside is timed inside, which
 * the local runtime's clock allows: a deployed one does not move meanwhile.
 */
export const calendar: Section = {
  name: 'calendar',
  needsPeers: false,
  needsBuild: false,
  table: calendarTable,
  async run(options) {
    const sizes = options.isQuick ? [1000] : [1000, 10_000, GOAL_EVENTS]
    const times = options.isQuick ? 3 : TIMES
    for (const size of sizes) {
      await withWorkerd(WORKER, (start) => measureSize(size, { ...options, host: 'workerd', start, times }))
      await withChromium(PAGE, (start) => measureSize(size, { ...options, host: 'Chromium', start, times }))
    }
  },
}

/** Answered over HTTP, one after the other: what a client waits for. */
const REQUESTS: Readonly<Record<string, (size: number, round: number) => string>> = {
  '/events': () => '/cal/events/v1/events',
  '/events, 50 of them': () => '/cal/events/v1/events?per_page=50',
  '/events, last page': (size) =>
    `/cal/events/v1/events?start_date=2020-01-01&end_date=2035-01-01&page=${size / 10}`,
  '/events?search=': () => '/cal/events/v1/events?search=harbor',
  '/events?categories=': () => '/cal/events/v1/events?categories=kind-3',
  '/events/{id}': (size, round) => `/cal/events/v1/events/${704 + ((round * 7919) % size)}`,
}

interface SizeOptions extends SectionOptions {
  readonly host: string
  readonly start: StartHost
  readonly times: number
}

type ReportRow = (name: string, unit: Unit, runs: readonly number[], wanted?: Goal) => void

async function measureSize(size: number, { host, start, times, report }: SizeOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tidepool-calendar-'))
  const row: ReportRow = (name, unit, runs, wanted) => {
    const goal = size < GOAL_EVENTS ? undefined : wanted
    const whole = `${host}, ${size.toLocaleString('en')} events, ${name}`
    report({ section: 'calendar', name: whole, unit, outcomes: { tidepool: outcomeOf(runs) }, goal })
  }
  let running = await start(folder)
  try {
    row('load in commits of 1,000', MILLISECONDS, [await timed(() => fill(running, size))])
    row('size on disk', MIB, [(await running.ask('nothing')).storedBytes / MIB_BYTES])
    const cold: number[] = []
    for (let round = 0; round < STARTS; round += 1) {
      await running.stop()
      running = await start(folder)
      cold.push(await timed(() => running.ask(`list/upcoming?times=1&size=${size}`)))
    }
    row('start with the first list', MILLISECONDS, cold, START)
    memoryRow(running, 'memory after it', row)
    await innerRows(running, { size, times, row })
    await requestRows(running, { size, times, row })
    memoryRow(running, 'memory after all', row)
  } finally {
    await running.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function fill({ ask }: RunningHost, size: number): Promise<void> {
  await ask('surroundings')
  for (let at = 0; at < size; at += BATCH) await ask(`events?at=${at}&count=${Math.min(BATCH, size - at)}`)
}

function memoryRow({ residentBytes }: RunningHost, name: string, row: ReportRow): void {
  row(name, MIB, [residentBytes() / MIB_BYTES])
}

interface RowsOptions {
  readonly size: number
  readonly times: number
  readonly row: ReportRow
}

async function innerRows({ ask }: RunningHost, { size, times, row }: RowsOptions): Promise<void> {
  const inside = async (name: string, path: string, figure?: number) => {
    await ask(`${path}times=1&size=${size}`)
    const { runs } = await ask(`${path}times=${times * 10}&size=${size}&at=1`)
    const tens = Array.from({ length: times }, (_, at) => mean(runs.slice(at * 10, at * 10 + 10)))
    row(name, MILLISECONDS, tens, figure === undefined ? undefined : { figure })
    row(`${name}, 99th of a hundred`, MILLISECONDS, [percentile(runs, 0.99)])
  }
  for (const name of Object.keys(LISTS)) {
    await inside(name, `list/${encodeURIComponent(name)}?`, name.startsWith('search') ? 30 : 3)
  }
  await inside('one event', 'read?', 1)
  await inside('update', 'update?')
  await inside('create', 'create?')
}

async function requestRows({ get }: RunningHost, { size, times, row }: RowsOptions): Promise<void> {
  if (!get) return
  for (const [name, path] of Object.entries(REQUESTS)) {
    const runs: number[] = []
    for (let round = 0; round < times * 3; round += 1) {
      runs.push(await timed(() => get(path(size, round))))
    }
    row(`GET ${name}`, MILLISECONDS, runs)
  }
}

function mean(runs: readonly number[]): number {
  return runs.reduce((sum, run) => sum + run, 0) / Math.max(1, runs.length)
}

function percentile(runs: readonly number[], share: number): number {
  return runs.toSorted((a, b) => a - b)[Math.min(runs.length - 1, Math.floor(runs.length * share))] ?? 0
}
