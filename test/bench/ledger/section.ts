import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withChromium } from '../hosts/chromium-host.ts'
import type { StartHost } from '../hosts/running-host.ts'
import { withWorkerd } from '../hosts/workerd-host.ts'
import { BYTES, MILLISECONDS, outcomeOf, TIMES, type Unit } from '../measure.ts'
import type { Section, SectionOptions } from '../section.ts'
import { BATCH, type Sample } from './sample-ledger.ts'

/** Updates before the first round. */
const FIRST = 20

const WORKER = { worker: 'ledger-worker.ts', object: ['LEDGER', 'LedgerObject'] } as const
const PAGE = join(import.meta.dirname, 'chromium-page.ts')

/** What is done again and again, and its name. */
const TASKS = {
  submit: 'submit',
  resolve: 'resolve by height',
  page: 'list page of 100',
  prove: 'prove',
  verify: 'verify',
} as const
type Task = keyof typeof TASKS
const EACH = ['submit', 'resolve', 'page', 'prove', 'verify'] as const satisfies readonly Task[]

/** A figure is the mean of so many times: the clock of workerd counts whole milliseconds. */
const OFTEN: Readonly<Record<Task, number>> = { submit: 20, resolve: 500, page: 20, prove: 200, verify: 200 }

/** What a hundred times the updates may take: two levels more of a trie, where there were two. */
const MAX_GROWTH = 3
const SHORT = 'one call takes 0.1 to 0.4 ms: other work on the machine decides the ratio'

/**
 * The ledger alone on the storage of its hosts: up to 100,000 updates of one rollapp and of a thousand. What happens
 * inside is timed inside, which the local runtime's clock allows: a deployed one does not move meanwhile.
 */
export const ledger: Section = {
  name: 'ledger',
  needsPeers: false,
  needsBuild: false,
  async run(options) {
    const sizes = options.isQuick ? [1000] : [1000, 10_000, 100_000]
    await withWorkerd(WORKER, (start) => measureHost({ ...options, host: 'workerd', start, sizes }))
    await withChromium(PAGE, (start) => measureHost({ ...options, host: 'Chromium', start, sizes }))
  },
}

interface HostOptions extends SectionOptions {
  readonly host: string
  readonly start: StartHost
  readonly sizes: readonly number[]
}

type Medians = ReadonlyMap<Task, number>

async function measureHost(options: HostOptions): Promise<void> {
  for (const rollapps of options.isQuick ? [1, 100] : [1, 1000]) {
    const medians: Medians[] = []
    for (const size of options.sizes) medians.push(await measureSize({ rollapps, size }, options))
    reportGrowth(rollapps, medians, options)
  }
}

function reportGrowth(
  rollapps: number,
  medians: readonly Medians[],
  { host, sizes, report }: HostOptions,
): void {
  if (sizes.at(-1) !== 100_000) return
  for (const task of EACH) {
    const [first, last] = [medians[0]?.get(task), medians.at(-1)?.get(task)]
    // With a record each there is no page of a hundred.
    if (!first || !last || (task === 'page' && rollapps > 1)) continue
    report({
      section: 'ledger',
      name: `${host}, ${ofRollapps(rollapps)}, ${TASKS[task]}, from 1,000 to 100,000 updates`,
      unit: TIMES,
      outcomes: { tidepool: outcomeOf([last / first]) },
      goal: { figure: MAX_GROWTH, cause: SHORT },
    })
  }
}

async function measureSize(
  { rollapps, size }: Sample,
  { host, start, isQuick, report }: HostOptions,
): Promise<Medians> {
  const folder = mkdtempSync(join(tmpdir(), 'tidepool-ledger-'))
  const prefix = `${host}, ${ofRollapps(rollapps)}, ${size.toLocaleString('en')} updates`
  const row = (name: string, unit: Unit, runs: readonly number[]) =>
    report({ section: 'ledger', name: `${prefix}, ${name}`, unit, outcomes: { tidepool: outcomeOf(runs) } })
  const running = await start(folder)
  const ask = (path: string) => running.ask(`${path}rollapps=${rollapps}&size=${size}`)
  const medians = new Map<Task, number>()
  try {
    await ask('rollapps?')
    for (let at = 0; at < size; at += BATCH) await ask(`fill?at=${at}&count=${Math.min(BATCH, size - at)}&`)
    row('stored bytes of a record and what leads to it', BYTES, [(await ask('state?')).storedBytes / size])
    const written = await ask(`submit?at=0&times=${FIRST}&`)
    row('bytes written by an update', BYTES, [written.storedBytes / FIRST])
    for (const task of EACH) {
      const rounds = isQuick ? 2 : 9
      const often = OFTEN[task]
      const { runs } = await ask(`${task}?at=${FIRST}&times=${rounds * often}&`)
      const means = Array.from({ length: rounds }, (_, at) => mean(runs.slice(at * often, (at + 1) * often)))
      row(TASKS[task], MILLISECONDS, means)
      const outcome = outcomeOf(means)
      if ('median' in outcome) medians.set(task, outcome.median)
    }
    row('advance over all', MILLISECONDS, (await ask('advance?times=1&')).runs)
  } finally {
    await running.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  return medians
}

function mean(runs: readonly number[]): number {
  return runs.reduce((sum, run) => sum + run, 0) / runs.length
}

function ofRollapps(rollapps: number): string {
  return rollapps === 1 ? '1 rollapp' : `${rollapps.toLocaleString('en')} rollapps`
}
