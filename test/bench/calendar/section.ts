import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Miniflare } from 'miniflare'
import { bundleWorker } from '../../edge/bundle-worker.ts'
import { type Goal, MIB, MILLISECONDS, outcomeOf, timed, type Unit } from '../measure.ts'
import type { Section, SectionOptions } from '../section.ts'
import { BATCH, LISTS } from './sample-calendar.ts'

/** How often each thing is done, and ten times as often inside: its clock counts whole milliseconds. */
const TIMES = 30
const STARTS = 5
const MIB_BYTES = 1024 * 1024

/**
 * The calendar inside workerd, on SQLite with data on disk: lists with the records of their page, single reads and
 * writes, in three sizes; then some of it by its routes, as a client sees it. What
 * happens inside is timed inside, which the local runtime's clock allows: a deployed one stands still meanwhile.
 */
export const calendar: Section = {
  name: 'calendar',
  needsPeers: false,
  needsBuild: false,
  async run(options) {
    const script = await bundleWorker('calendar-worker.ts')
    for (const size of options.isQuick ? [1000] : [1000, 10_000, 100_000]) {
      await measureSize(size, { ...options, script, times: options.isQuick ? 10 : TIMES })
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
  readonly script: string
  readonly times: number
}

async function measureSize(size: number, { script, times, report }: SizeOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tidepool-calendar-'))
  const row = (name: string, unit: Unit, runs: readonly number[], figure?: number) => {
    const goal: Goal | undefined = figure === undefined || size < 100_000 ? undefined : { figure }
    const name_ = `${size.toLocaleString('en')} events, ${name}`
    report({ section: 'calendar', name: name_, unit, outcomes: { tidepool: outcomeOf(runs) }, goal })
  }
  let running = await start(script, folder)
  try {
    row('load in commits of 1,000', MILLISECONDS, [await timed(() => fill(running, size))])
    const { databaseBytes } = await running.ask('nothing')
    row('size on disk', MIB, [databaseBytes / MIB_BYTES])
    const cold: number[] = []
    for (let round = 0; round < STARTS; round += 1) {
      await running.stop()
      running = await start(script, folder)
      cold.push(await timed(() => running.ask(`list/upcoming?times=1&size=${size}`)))
    }
    row('start with the first list', MILLISECONDS, cold, 500)
    row('memory of workerd after it', MIB, [running.residentBytes() / MIB_BYTES])
    const inside = async (name: string, path: string, figure?: number) => {
      const { runs } = await running.ask(`${path}times=${times * 10}&size=${size}`)
      const tens = Array.from({ length: times }, (_, at) => mean(runs.slice(at * 10, at * 10 + 10)))
      row(name, MILLISECONDS, tens, figure)
      row(`${name}, 99th of a hundred`, MILLISECONDS, [percentile(runs, 0.99)])
    }
    for (const name of Object.keys(LISTS)) {
      const path = `list/${encodeURIComponent(name)}?`
      await running.ask(`${path}times=1&size=${size}`)
      await inside(name, path, name.startsWith('search') ? 30 : 3)
    }
    for (const [name, path] of Object.entries(REQUESTS)) {
      const runs: number[] = []
      for (let round = 0; round < times * 3; round += 1)
        runs.push(await timed(() => running.get(path(size, round))))
      row(`GET ${name}`, MILLISECONDS, runs)
    }
    row('memory of workerd after searches', MIB, [running.residentBytes() / MIB_BYTES])
    await inside('one event', 'read?', 1)
    await inside('update', 'update?')
    await inside('create', 'create?')
  } finally {
    await running.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function fill({ ask }: Running, size: number): Promise<void> {
  await ask('surroundings')
  for (let at = 0; at < size; at += BATCH) await ask(`events?at=${at}&count=${Math.min(BATCH, size - at)}`)
}

interface Running {
  ask(path: string): Promise<Told>
  /** Reads an answer to its end. */
  get(path: string): Promise<void>
  residentBytes(): number
  stop(): Promise<void>
}

async function start(script: string, folder: string): Promise<Running> {
  const workerd = new Miniflare({
    modules: [{ type: 'ESModule', path: 'calendar-worker.js', contents: script }],
    compatibilityDate: '2026-07-30',
    durableObjects: { CALENDAR: { className: 'CalendarObject', useSQLite: true } },
    durableObjectsPersist: join(folder, 'objects'),
    r2Buckets: ['BLOCKS'],
    r2Persist: join(folder, 'blocks'),
    host: '127.0.0.1',
    port: 0,
    cf: false,
  })
  const url = await workerd.ready
  return {
    async ask(path) {
      const response = await fetch(new URL(path, url))
      if (!response.ok)
        throw new Error(`${path}: ${response.status} ${(await response.text()).slice(0, 300)}`)
      return readAnswer(await response.json())
    },
    async get(path) {
      const response = await fetch(new URL(path, url))
      const text = await response.text()
      if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 300)}`)
    },
    residentBytes: workerdBytes,
    stop: () => workerd.dispose(),
  }
}

interface Told {
  /** Milliseconds that each time took. */
  readonly runs: readonly number[]
  readonly databaseBytes: number
}

function readAnswer(answer: unknown): Told {
  const held = typeof answer === 'object' && answer !== null ? answer : {}
  const runs: unknown = Reflect.get(held, 'runs')
  return {
    runs: Array.isArray(runs) ? runs.map(Number) : [],
    databaseBytes: Number(Reflect.get(held, 'databaseBytes')),
  }
}

function mean(runs: readonly number[]): number {
  return runs.reduce((sum, run) => sum + run, 0) / Math.max(1, runs.length)
}

function percentile(runs: readonly number[], share: number): number {
  return runs.toSorted((a, b) => a - b)[Math.min(runs.length - 1, Math.floor(runs.length * share))] ?? 0
}

/** Resident bytes of the workerd that this process has started. */
function workerdBytes(): number {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ')
  const sizes = children.map((pid) => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return /^Name:\s*workerd/m.test(status) ? Number(/^VmRSS:\s*(\d+)/m.exec(status)?.[1] ?? 0) * 1024 : 0
  })
  return Math.max(0, ...sizes)
}
