import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { TestProjectConfiguration } from 'vitest/config'
import { tuneRuntime } from '../edge/local/tune-runtime.ts'
import { chromium } from './browser/chromium-provider.ts'
import { firefoxExceptions } from './browser/firefox-exceptions.ts'
import { firefox } from './browser/firefox-provider.ts'
import { dropOldLibraries } from './hosts/drop-old-libraries.ts'
import type { HostName } from './hosts/host.ts'
import { PATIENCE } from './hosts/patience.ts'
import { serveBuiltWorker } from './hosts/serve-built-worker.ts'
import { suiteExceptions } from './hosts/suite-exceptions.ts'

const root = join(import.meta.dirname, '..')
const at = (path: string): string => join(import.meta.dirname, path)

// Processes of tests inherit it. Untuned, a runtime of several Workers can hang for ever.
tuneRuntime()

/** Behaviour seen through `send(request)`: every host runs all of it. */
const suites = 'test/suite/**/*.test.ts'

/** Files of `hosts` that run in the other lane, so that both end at the same time. */
const LONG_HOSTS = [
  'test/edge/command-line.test.ts',
  'test/edge/damaged-database.test.ts',
  'test/edge/kills.test.ts',
  'test/edge/package.test.ts',
  'test/edge/rotten-data.test.ts',
  'test/edge/starter.test.ts',
]

/** Keeps what tests call: the table of commands names the test that proves a command. Compares bytes as such. */
const setupFiles = [at('hosts/record-calls.ts'), at('hosts/equal-bytes.ts')]

const nodeSetupFiles = [
  at('hosts/direct-imports.ts'),
  at('hosts/idle-connections.ts'),
  at('hosts/patient-waits.ts'),
  ...setupFiles,
]

/** What a test waits for comes or it does not: only one that never ends is ended. Hooks start the same things. */
const waits = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: PATIENCE },
}

/** Files of a project that run at the same time at least, whatever the number of cores. */
const LEAST_WORKERS = Number(process.env['TIDEPOOL_TEST_WORKERS'] ?? 2)

/**
 * Test files that share the processes of their project and the modules in them: to load the node anew for each file
 * takes longer than most tests. Two at a time on two cores, where vitest would run one: many tests wait.
 */
const sharedProcesses = { isolate: false, maxWorkers: Math.max(LEAST_WORKERS, availableParallelism() - 1) }

/** Node loads the modules by itself: through Vite, tests take a third longer. No test replaces a module. */
const nativeModules = { experimental: { viteModuleRunner: false, nodeLoader: false } }

const plainNode = {
  ...sharedProcesses,
  ...nativeModules,
  setupFiles: nodeSetupFiles,
  globalSetup: [at('hosts/build.ts')],
  ...waits,
}

/** Suites in Node, where `#host` is this module. */
const suitesOn = (hostModule: string) => ({
  ...sharedProcesses,
  ...nativeModules,
  include: [suites],
  env: { TIDEPOOL_HOST_MODULE: at(hostModule) },
  execArgv: ['--import', at('hosts/host-alias.ts')],
  setupFiles: nodeSetupFiles,
  ...waits,
})

/** `npm run test:firefox` runs the project `web` in Firefox. */
const isFirefox = process.env['TIDEPOOL_BROWSER'] === 'firefox'

const exceptOn = (host: HostName): string[] =>
  suiteExceptions.filter((exception) => exception.host === host).map(({ suite }) => suite)

/** A project does not extend `vite.config.ts`: it would load all that builds the bundles once more, and needs none of it. */
const apart = { root, extends: false } as const

/**
 * Who runs what. Three hosts run the suites in `test/suite/`; `#host` is a different module for each.
 * `node` runs everything that needs no host, `hosts` what starts hosts of its own: processes and pages. On `memory`
 * and `web` each file has an empty node.
 * On `edge` one node serves the whole run, file after file: a suite that collects garbage would take what another
 * has not pinned.
 */
export const projects: TestProjectConfiguration[] = [
  {
    ...apart,
    test: {
      name: 'memory',
      ...suitesOn('hosts/memory.ts'),
      setupFiles: [...nodeSetupFiles, at('hosts/forget-memory-node.ts')],
      globalSetup: [at('outside/start-outside.ts')],
    },
  },
  {
    ...apart,
    test: {
      name: 'edge',
      ...suitesOn('hosts/workerd.ts'),
      setupFiles: [...nodeSetupFiles, at('hosts/unpin-all.ts')],
      maxWorkers: 1,
      sequence: { groupOrder: 1 },
      exclude: exceptOn('edge'),
      globalSetup: [at('hosts/build.ts'), at('hosts/start-workerd.ts')],
    },
  },
  {
    ...apart,
    resolve: { alias: { '#host': at('hosts/service-worker.ts') } },
    plugins: [serveBuiltWorker(), dropOldLibraries()],
    test: {
      name: 'web',
      setupFiles: [...setupFiles, at('hosts/empty-browser-storage.ts')],
      include: [suites, 'test/web/**/*.browser.test.ts'],
      exclude: [...exceptOn('web'), ...(isFirefox ? Object.keys(firefoxExceptions) : [])],
      fileParallelism: false,
      sequence: { groupOrder: 2 },
      // One page for all files: a page of its own for each takes longer than most of their tests.
      isolate: false,
      globalSetup: [at('hosts/build.ts'), at('outside/start-outside.ts')],
      ...waits,
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        ...(isFirefox ? firefox() : chromium()),
      },
    },
  },
  {
    ...apart,
    test: {
      name: 'node',
      ...plainNode,
      include: ['test/{unit,contracts,spec,large}/**/*.test.ts', 'test/boundaries/*.test.ts'],
    },
  },
  {
    ...apart,
    test: {
      name: 'hosts',
      ...plainNode,
      include: ['test/edge/**/*.test.ts', 'test/web/**/*.page.test.ts'],
      exclude: LONG_HOSTS,
    },
  },
  {
    ...apart,
    test: {
      name: 'long-hosts',
      ...plainNode,
      include: LONG_HOSTS,
      // After the other projects of its lane.
      sequence: { groupOrder: 3 },
    },
  },
]
