import { chmodSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isBuilt } from '../../edge/local/build-stamp.ts'
import type { Counts } from './counts.ts'
import { lintDescription } from './description.ts'
import { docsFaults } from './docs.ts'
import { generatedFaults } from './generated.ts'
import { houseFaults } from './house.ts'
import { installFolder } from './install-folder.ts'
import { lockFileFaults } from './lock-file.ts'
import { joinCalls, proofFaults, readCalls, writeCalls } from './proofs.ts'
import { repeatedPackages } from './repeated-packages.ts'
import { makeRunFolder } from './run-folder.ts'
import { COMPILER_MEMORY, ONE_THREAD, root, runAll, runTool, runToolWith } from './run-tool.ts'
import { sizeFaults } from './sizes.ts'

/** One step of the check. It throws, or returns its counts. */
interface Step {
  readonly name: string
  readonly run: () => Promise<Counts | undefined>
  /** True for a step that runs only when named, because another step includes it. */
  readonly isByNameOnly?: boolean
  /** True for a step that reads sources alone. Such steps run beside the others, in their own order. */
  readonly isBeside?: boolean
}

const guard = (name: string, run: () => Promise<void>): Step => ({
  name,
  run: () => run().then(() => undefined),
})

/** A step that runs beside the build and the tests, which leave a core idle for a third of their time. */
const beside = (name: string, run: () => Promise<void>): Step => ({ ...guard(name, run), isBeside: true })

const refuse = async (faults: readonly string[]): Promise<void> => {
  if (faults.length > 0) throw new Error(faults.join('\n'))
}

/** Node loads the configuration, a second faster than when Vite bundles it first. */
const CONFIGURATION = ['--configLoader', 'native']

const steps: readonly Step[] = [
  beside('types', () => runAll(COMPILER_MEMORY, compilations())),
  beside('lint', async () => {
    await runTool('@biomejs/biome/bin/biome', 'check', '--error-on-warnings')
    await refuse(houseFaults(root))
  }),
  beside('dead-code', () => runTool('knip/bin/knip.js', '--treat-config-hints-as-errors')),
  beside('generated', async () => refuse(generatedFaults())),
  beside('docs', async () => refuse(docsFaults())),
  beside('lock-file', async () => refuse(await lockFileFaults())),
  guard('build', async () => {
    if (isBuilt()) return say('dist/ is the build of these files')
    await runTool('vite/bin/vite.js', 'build', '--app', '--logLevel', 'warn', ...CONFIGURATION)
  }),
  guard('description', async () => {
    for (const name of ['openapi', 'calendar-openapi', 'ledger-openapi']) {
      await lintDescription(join(root, `dist/web/${name}.json`))
    }
  }),
  guard('sizes', async () => refuse(sizeFaults(root, packageJson().budgets))),
  guard('packages', async () => refuse(repeatedPackages(join(root, 'dist')))),
  { name: 'tests', run: runTests },
  { ...guard('fast-tests', runFastTests), isByNameOnly: true },
]

/**
 * The projects of a lane run in sequence, and the lanes concurrently: one for each of two cores. Vitest alone would
 * keep projects whose files share a host to the end, one file at a time. A third lane would use the time for which
 * tests of `hosts` wait, but takes a fifteenth more processor time, and the run ends as early.
 */
const LANES = [['hosts'], ['edge', 'node', 'web', 'memory', 'long-hosts']]

/** So many failures end a lane: a host that answers nothing would take a minute for each of its tests. */
const MAX_FAILURES = 30

/** Inputs that take many seconds each: `npm run test:soak` runs them. */
const SOAKED = 'test/large/**'

/** Each takes as long as hundreds of other tests, and is left out while somebody works. Together they take a third. */
const LONG = [
  'access/matrix',
  'audit/replay',
  'backup/backup',
  'calendar/due-answers',
  'calendar/event-passwords',
  'calendar/random-operations',
  'calendar/replay',
  'cut-streams/cut-streams',
  'files/large-directories',
  'ledger/history-blocks',
  'net/exchange/faults',
  'net/exchange/fetch',
  'net/forwarding/forwarding',
  'net/peer/churn',
  'net/pubsub/faults',
  'net/remote-chain',
  'objects/wide-nodes',
  'repo/collect-beside-stalled',
  'rpc/aborts',
  'unixfs/add-golden',
  'unixfs/edit-directory',
  'unixfs/folded-trees',
].map((name) => `test/unit/${name}.test.ts`)

await check(process.argv.slice(2))

/**
 * Runs all steps, or the named ones. After a failure no further step begins. The last line has the counts, once the
 * steps under way have ended.
 */
async function check(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !steps.some((step) => step.name === name))
  if (unknown.length > 0) {
    say(`No step is called "${unknown.join('", "')}"; there are: ${steps.map(({ name }) => name).join(' ')}`)
    say('\n0 passed, 1 failed')
    process.exitCode = 1
    return
  }
  const isWanted = ({ name, isByNameOnly = false }: Step) =>
    names.length === 0 ? !isByNameOnly : names.includes(name)
  const wanted = steps.filter(isWanted)
  const counts: RunningCounts = { passed: 0, failed: 0, failures: [] }
  await Promise.all(
    [wanted.filter(({ isBeside }) => isBeside), wanted.filter(({ isBeside }) => !isBeside)].map((chain) =>
      runSteps(chain, counts),
    ),
  )
  if (counts.passed + counts.failed === 0) counts.failed = 1
  // What failed is thousands of lines further up, and a host may keep the last lines alone.
  for (const failure of counts.failures) say(`\n✗ ${failure}`)
  say(`\n${counts.passed} passed, ${counts.failed} failed`)
  process.exitCode = counts.failed === 0 ? 0 : 1
}

interface RunningCounts {
  passed: number
  failed: number
  readonly failures: string[]
}

/** Runs steps in order and adds to the counts, which other steps add to meanwhile. */
async function runSteps(chain: readonly Step[], counts: RunningCounts): Promise<void> {
  for (const step of chain) {
    if (counts.failed > 0) return
    const start = performance.now()
    say(`\n▸ ${step.name}`)
    let failed = 0
    try {
      const found = (await step.run()) ?? { passed: 1, failed: 0, failures: [] }
      counts.passed += found.passed
      counts.failures.push(...found.failures)
      failed = found.failed
    } catch (error) {
      failed = 1
      const message = error instanceof Error ? error.message : String(error)
      say(message)
      counts.failures.push(`${step.name}\n  ${message}`)
    }
    counts.failed += failed
    say(`${failed === 0 ? '✓' : '✗'} ${step.name}: ${((performance.now() - start) / 1000).toFixed(1)} s`)
  }
}

/** Each compilation caches its result, so that the next run compiles only what has changed. */
function compilations(): string[][] {
  const { references } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'))
  return references.map(({ path }: { path: string }) => {
    const kept = join('node_modules/.cache/tidepool', `${path.replaceAll(/[./]+/g, '-')}.tsbuildinfo`)
    return ['typescript/bin/tsc', '-p', path, ONE_THREAD, '--incremental', '--tsBuildInfoFile', kept]
  })
}

async function runTests(): Promise<Counts> {
  // Playwright takes longer to load than most steps to run.
  const { findChromium } = await import('../browser/find-chromium.ts')
  process.env['CHROMIUM_PATH'] = findChromium()
  process.env['TIDEPOOL_BUILT'] = '1'
  // A second process in each lane takes a tenth more processor time, and a machine that is busy has no more of it.
  process.env['TIDEPOOL_TEST_WORKERS'] ??= '1'
  if (!(await installFolder('test/peers/helia'))) throw new Error('Cannot install Helia')
  // From here on, this machine alone is reached. A starter with 140 further certificates takes a fifth longer.
  delete process.env['NODE_EXTRA_CA_CERTS']
  // Starters load the same modules dozens of times.
  process.env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules/.cache/tidepool/compiled')
  const folder = makeRunFolder()
  // Some tests start nodes as another user.
  chmodSync(folder, 0o711)
  try {
    const parts = await Promise.all(LANES.map((lane) => runLane(lane, folder)))
    const failures = parts.flatMap((part) => part.failures)
    const counts = { passed: sumOf(parts, 'passed'), failed: sumOf(parts, 'failed'), failures }
    const failure = parts.find((part) => part.failure !== undefined)?.failure
    if (counts.failed === 0 && failure !== undefined) throw failure
    writeCalls(joinCalls(parts.map(({ calls }) => calls)))
    if (counts.failed === 0) await refuse(proofFaults(readCalls()))
    return counts
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function runLane(lane: readonly string[], folder: string) {
  const counts = join(folder, `${lane.join('-')}.counts.json`)
  const calls = join(folder, `${lane.join('-')}.calls.json`)
  // Nodes that a test has killed remove no temporary files: all of a run are in one folder.
  const variables = { TIDEPOOL_COUNTS: counts, TIDEPOOL_CALLS: calls, TMPDIR: folder }
  const projects = lane.flatMap((name) => ['--project', name])
  const tool = runToolWith(
    variables,
    'vitest/vitest.mjs',
    'run',
    ...CONFIGURATION,
    '--exclude',
    SOAKED,
    '--bail',
    String(MAX_FAILURES),
    ...projects,
  )
  const failure = await tool.catch((error: unknown) => error)
  const found: Counts = JSON.parse(readFileSync(counts, 'utf8'))
  return { ...found, failure, calls: readCalls(calls) }
}

function sumOf(parts: readonly Counts[], count: 'passed' | 'failed'): number {
  return parts.reduce((sum, part) => sum + part[count], 0)
}

/** The suites in memory and the unit tests: they need neither a build nor a browser. */
async function runFastTests(): Promise<void> {
  process.env['TIDEPOOL_BUILT'] = '1'
  // No other lane runs beside these, and many of them wait.
  process.env['TIDEPOOL_TEST_WORKERS'] = '2'
  const projects = ['--project', 'memory', '--project', 'node']
  const folders = ['suite', 'unit', 'contracts', 'spec'].map((name) => `test/${name}/`)
  await runTool(
    'vitest/vitest.mjs',
    'run',
    ...CONFIGURATION,
    ...projects,
    ...LONG.flatMap((file) => ['--exclude', file]),
    ...folders,
  )
}

function packageJson(): { budgets: Record<string, number> } {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
