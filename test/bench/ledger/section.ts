import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Miniflare } from 'miniflare'
import { bundleWorker } from '../../edge/bundle-worker.ts'
import { BYTES, MILLISECONDS, outcomeOf, TIMES, timed, type Unit } from '../measure.ts'
import type { Section, SectionOptions } from '../section.ts'
import { BATCH, type Sample } from './sample-ledger.ts'

/** How often something is done within one request, so that the way there weighs little. */
const OFTEN = 20

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

/** A hundred times the updates are two levels more of a trie, where there were two. */
const MAX_GROWTH = 3

/**
 * The ledger alone inside workerd, on SQLite with data on disk: updates of one rollapp and of a thousand, in three
 * sizes. Clocks stand still in a Durable Object while it computes, so each figure is the time of a request that does
 * a thing many times less that of one that does it once.
 */
export const ledger: Section = {
  name: 'ledger',
  needsPeers: false,
  needsBuild: false,
  async run(options) {
    const script = await bundleWorker('ledger-worker.ts')
    for (const rollapps of options.isQuick ? [1, 100] : [1, 1000]) {
      const medians: ReadonlyMap<Task, number>[] = []
      for (const size of options.isQuick ? [1000] : [1000, 10_000, 100_000]) {
        medians.push(await measureSize({ rollapps, size }, { ...options, script }))
      }
      if (!options.isQuick) reportGrowth(rollapps, medians, options)
    }
  },
}

function reportGrowth(
  rollapps: number,
  medians: readonly ReadonlyMap<Task, number>[],
  { report }: SectionOptions,
): void {
  for (const task of EACH) {
    const [first, last] = [medians[0]?.get(task), medians.at(-1)?.get(task)]
    // With a record each there is no page of a hundred.
    if (!first || !last || (task === 'page' && rollapps > 1)) continue
    report({
      section: 'ledger',
      name: `${ofRollapps(rollapps)}, ${TASKS[task]}, from 1,000 to 100,000 updates`,
      unit: TIMES,
      outcomes: { tidepool: outcomeOf([last / first]) },
      goal: { figure: MAX_GROWTH },
    })
  }
}

async function measureSize(
  sample: Sample,
  { script, isQuick, report }: SectionOptions & { readonly script: string },
): Promise<ReadonlyMap<Task, number>> {
  const folder = mkdtempSync(join(tmpdir(), 'tidepool-ledger-'))
  const { rollapps, size } = sample
  const prefix = `${ofRollapps(rollapps)}, ${size.toLocaleString('en')} updates`
  const row = (name: string, unit: Unit, runs: readonly number[]) =>
    report({ section: 'ledger', name: `${prefix}, ${name}`, unit, outcomes: { tidepool: outcomeOf(runs) } })
  const { ask, stop } = await start(script, folder, sample)
  const medians = new Map<Task, number>()
  try {
    await ask('rollapps?')
    for (let at = 0; at < size; at += BATCH) await ask(`fill?at=${at}&count=${Math.min(BATCH, size - at)}`)
    row('stored bytes of a record and what leads to it', BYTES, [(await ask('state?')).figure / size])
    const { writtenBytes } = await ask(`submit?at=0&times=${OFTEN}`)
    row('bytes written by an update', BYTES, [writtenBytes / OFTEN])
    for (const task of EACH) {
      const runs: number[] = []
      for (let round = 0; round <= (isQuick ? 2 : 9); round += 1) {
        // The first twenty updates are in already.
        const at = OFTEN + round * (OFTEN + 2)
        const once = await timed(() => ask(`${task}?times=1&at=${at}`))
        const often = await timed(() => ask(`${task}?times=${OFTEN + 1}&at=${at + 1}`))
        if (round > 0) runs.push(Math.max(0, often - once) / OFTEN)
      }
      row(TASKS[task], MILLISECONDS, runs)
      const outcome = outcomeOf(runs)
      if ('median' in outcome) medians.set(task, outcome.median)
    }
    row('advance over all', MILLISECONDS, [await timed(() => ask('advance?'))])
  } finally {
    await stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  return medians
}

interface Answer {
  readonly figure: number
  readonly writtenBytes: number
}

interface Running {
  ask(path: string): Promise<Answer>
  stop(): Promise<void>
}

async function start(script: string, folder: string, { rollapps, size }: Sample): Promise<Running> {
  const workerd = new Miniflare({
    modules: [{ type: 'ESModule', path: 'ledger-worker.js', contents: script }],
    compatibilityDate: '2026-07-30',
    durableObjects: { LEDGER: { className: 'LedgerObject', useSQLite: true } },
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
      const response = await fetch(new URL(`${path}&rollapps=${rollapps}&size=${size}`, url))
      if (!response.ok)
        throw new Error(`${path}: ${response.status} ${(await response.text()).slice(0, 300)}`)
      return readAnswer(await response.json())
    },
    stop: () => workerd.dispose(),
  }
}

function readAnswer(answer: unknown): Answer {
  const held = typeof answer === 'object' && answer !== null ? answer : {}
  return {
    figure: Number(Reflect.get(held, 'figure')),
    writtenBytes: Number(Reflect.get(held, 'writtenBytes')),
  }
}

function ofRollapps(rollapps: number): string {
  return rollapps === 1 ? '1 rollapp' : `${rollapps.toLocaleString('en')} rollapps`
}
