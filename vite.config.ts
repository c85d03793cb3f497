import { chmodSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { EnvironmentOptions, Rolldown } from 'vite'
import { defineConfig } from 'vitest/config'
import { inputsDigest, removeStamp, writeStamp } from './edge/local/build-stamp.ts'
import { declaredOptionsAsset } from './edge/local/declared-options-plugin.ts'
import { callsReporter } from './test/check/calls.ts'
import { countsReporter } from './test/check/counts.ts'
import { projects } from './test/projects.ts'
import { absentPackages } from './web/app/build/absent-packages-plugin.ts'
import { commandListAsset } from './web/app/build/command-list-plugin.ts'
import { descriptionAssets } from './web/app/build/descriptions-plugin.ts'
import { helpPages } from './web/app/build/help/help-plugin.ts'
import { lazyChunks } from './web/app/build/lazy-chunks-plugin.ts'
import { lazyHandlers } from './web/app/build/lazy-handlers-plugin.ts'
import { pageAssets } from './web/app/build/page-assets-plugin.ts'
import { plainImports } from './web/app/build/plain-imports-plugin.ts'
import { settingsData } from './web/app/build/settings-plugin.ts'
import { tabLibrary } from './web/app/build/tab-library-plugin.ts'
import { webManifest } from './web/app/build/web-manifest-plugin.ts'
import { withoutDescriptions } from './web/app/build/without-descriptions-plugin.ts'
import { workerParts } from './web/app/build/worker-parts-plugin.ts'

const root = import.meta.dirname

/** The worker must get the browser builds of its libraries: workerd has no Node. */
const workerResolve = {
  conditions: ['workerd', 'worker', 'browser', 'module', 'import'],
  mainFields: ['browser', 'module', 'main'],
}

/**
 * Modules that only declare. One is of a package that does not say so: a logger that nothing uses would come in with
 * it. The others are the schemas of replies, which nothing uses once commands are without descriptions.
 */
const treeshake = {
  moduleSideEffects: (id: string) => !/\/blockstore-core\/|\/src\/rpc\/shapes\//.test(id),
}

const ABSENT = {
  // xss checks styles with it, which we let through nowhere (`css: false`).
  cssfilter: 'export class FilterCSS {}',
  // libp2p's own resolver of `dnsaddr` asks public servers with it. Ours is `src/net/peer/dnsaddr-resolver.ts`.
  '@multiformats/dns':
    'export const RecordType = {}; export function dns() { throw new TypeError("Cannot resolve names: there is no resolver") }',
  // Of the DHT, its list for browsers is large and wrong.
  './generated-prefix-list.js': `export { keyPrefixes as default } from '${root}/src/net/routing/dht/key-prefixes.ts'`,
  // libp2p logs with it when it is given no logger. Ours is `src/net/peer/peer-logger.ts`.
  '@libp2p/logger': `
    export const logger = () => Object.assign(() => {}, { enabled: false, error() {}, trace() {}, newScope: logger })
    export const defaultLogger = () => ({ forComponent: logger })
  `,
}

/** What Node 20 lacks of the language, for the libraries that run there. */
const NODE_20 = {
  'Promise.withResolvers': [`${root}/web/app/build/node-20.ts`, 'withResolvers'],
  'Map.groupBy': [`${root}/web/app/build/node-20.ts`, 'groupBy'],
} satisfies Record<string, [string, string]>

interface Chunk {
  readonly name: string
  readonly facadeModuleId?: string | null
  readonly moduleIds: readonly string[]
}

/** A lazy part is named for its folder. */
function chunkName({ name, facadeModuleId }: Chunk): string {
  return name === 'part' && facadeModuleId ? basename(dirname(facadeModuleId)) : name
}

/** What only a tab among peers loads begins with `net-`. */
function tabChunkName(chunk: Chunk): string {
  const own = chunkName(chunk)
  if (own.startsWith('tab-')) return `${own}.js`
  return chunk.moduleIds.some((id) => PEER_MODULES.test(id)) ? `net-${own}.js` : `tab-${own}.js`
}

function workerChunkName(chunk: Chunk): string {
  return `sw-${chunkName(chunk)}-[hash].js`
}

const PEER_MODULES =
  /\/node_modules\/(libp2p|@libp2p|@chainsafe|@multiformats\/multiaddr)\/|\/(src\/net\/(peer|swarm|exchange|routing|pubsub|forwarding)|web\/host\/network)\/(?!settings\.ts|provide-strategy\.ts)/

/** What a service worker loads together, besides its single lazy modules. Settings are loaded with the configuration. */
const WORKER_PARTS = [
  { name: 'calendar', test: /\/src\/calendar\// },
  { name: 'ledger', test: /\/(?:src\/(?:ledger|audit|rpc\/commands\/ledger)|proto\/gen)\/(?!settings\.ts)/ },
  { name: 'keys', test: /\/src\/keys\/asn1\/(?!secp256k1-curve)/ },
  { name: 'commands', test: /\/src\/rpc\/commands\// },
]

/**
 * What the Worker loads together. The local simulator copies the whole configuration for each module, which took a
 * fifth of the processor time of a start when every lazy module was one of its own.
 */
const EDGE_MODULES = [
  { name: 'calendar', test: /\/src\/calendar\// },
  { name: 'ledger', test: /\/(?:src\/(?:ledger|audit)|proto\/gen)\/(?!settings\.ts)/ },
  { name: 'secp256k1', test: /\/secp256k1-curve\.ts$/ },
  { name: 'hash-functions', test: /\/cid\/hash-functions\.ts$/ },
  { name: 'keys', test: /\/src\/keys\/asn1\// },
  {
    name: 'repo',
    test: /\/src\/(?:repo\/(?:collect-garbage|verify-blocks|heal-block|measure-usage)|packs\/repair-packs)\.ts$/,
  },
  { name: 'peer', test: /\/(?:src\/net\/(?!routing|pubsub|settings\.ts)|edge\/peers\/)/ },
  { name: 'dht', test: /\/src\/net\/routing\/(?!settings\.ts|provide-strategy\.ts)/ },
  { name: 'pubsub', test: /\/src\/net\/pubsub\/(?!settings\.ts)/ },
  { name: 'gossipsub', test: /\/libp2p-gossipsub\/dist\/src\/index\.js$/ },
]

/**
 * What the page loads first, besides what its script imports: small modules of several views. Each file costs a
 * visitor a request, and the service worker 7 ms of processor time when it caches the page.
 */
const PAGE_CHUNKS = [
  {
    name: 'main',
    test: /\/web\/app\/(?:(?:node|language)\/)?(?!node-dialog|copy-dag|watched-send)[^/]+\.ts$/,
  },
]

/** Folders of the commands for content: a service worker has their handlers in its script. Others are loaded. */
const EAGER_COMMANDS = ['block', 'dag', 'file', 'files', 'pin', 'refs', 'repo']

interface BundleOptions extends Rolldown.RolldownOptions {
  /** Names of the files besides the entry. Absent for a bundle that is one file. */
  readonly chunks?: NonNullable<Rolldown.OutputOptions['chunkFileNames']>
}

/** A bundle of one entry, by the name of its file. */
function bundle(
  input: Readonly<Record<string, string>>,
  { chunks, ...options }: BundleOptions,
): Rolldown.RolldownOptions {
  const files = chunks === undefined ? { codeSplitting: false } : { chunkFileNames: chunks }
  return { input, output: { entryFileNames: '[name].js', ...files }, treeshake, ...options }
}

/** A file that others import, with its parts. The first one empties the folder. */
function library(
  rolldownOptions: Rolldown.RolldownOptions,
  { emptyOutDir = false } = {},
): EnvironmentOptions {
  return {
    consumer: 'client',
    build: { outDir: `${root}/dist/lib`, emptyOutDir, minify: true, rolldownOptions },
  }
}

/** A program of this machine or of the edge, in a folder of its own. */
function program(
  folder: string,
  rolldownOptions: Rolldown.RolldownOptions,
  { resolve, build }: Pick<EnvironmentOptions, 'resolve' | 'build'>,
): EnvironmentOptions {
  const outDir = `${root}/dist/${folder}`
  return {
    consumer: 'server',
    resolve: { noExternal: true, ...resolve },
    build: { ssr: true, copyPublicDir: false, outDir, emptyOutDir: true, rolldownOptions, ...build },
  }
}

/** Everything that a build makes, in this order: some read what earlier ones have made. */
const environments = {
  client: {
    build: {
      outDir: `${root}/dist/web`,
      emptyOutDir: true,
      cssCodeSplit: false,
      modulePreload: false,
      rolldownOptions: { preserveEntrySignatures: 'allow-extension' },
    },
  },
  sw: {
    consumer: 'client',
    build: {
      outDir: `${root}/dist/web`,
      emptyOutDir: false,
      // A worker loads nothing ahead.
      modulePreload: false,
      rolldownOptions: bundle(
        { sw: `${root}/web/host/service-worker/service-worker.ts` },
        // The parts take from the worker's script what both need.
        { chunks: workerChunkName, preserveEntrySignatures: 'allow-extension' },
      ),
    },
  },
  lib: library(
    bundle(
      { client: `${root}/src/rpc/client.ts` },
      { preserveEntrySignatures: 'strict', transform: { inject: NODE_20 } },
    ),
    { emptyOutDir: true },
  ),
  core: library(
    bundle(
      { index: `${root}/src/index.ts` },
      {
        chunks: 'index-[name].js',
        preserveEntrySignatures: 'strict',
        transform: { inject: NODE_20 },
      },
    ),
  ),
  verifier: library(
    bundle(
      { verifier: `${root}/src/ledger/proof/verify-proof.ts` },
      {
        preserveEntrySignatures: 'strict',
        // Of a module that is imported for one of its names, the rest goes.
        treeshake: { moduleSideEffects: false },
      },
    ),
  ),
  tab: library(
    bundle(
      { tab: `${root}/web/host/tab.ts` },
      // The other files take from the first what both need.
      { chunks: tabChunkName, preserveEntrySignatures: 'allow-extension' },
    ),
  ),
  cli: program(
    // As deep as its sources: both find `dist/` from their own folder.
    'cli',
    bundle({ tidepool: `${root}/edge/local/cli/tidepool.ts` }, { chunks: 'cli-[name].js' }),
    // The simulator is installed by whoever starts a node.
    { resolve: { external: ['miniflare'] } },
  ),
  edge: program(
    'edge',
    bundle(
      { worker: `${root}/edge/worker.ts` },
      {
        // What is imported dynamically is a module of its own, which the runtime evaluates at first use: the code of peers.
        chunks: 'module-[name].js',
        // The runtime takes every export of the entry for an entrypoint.
        preserveEntrySignatures: 'strict',
        external: [/^cloudflare:/, 'node:crypto'],
      },
    ),
    { resolve: workerResolve, build: { minify: true } },
  ),
  front: program(
    'front',
    bundle(
      { front: `${root}/edge/front.ts` },
      { preserveEntrySignatures: 'strict', external: [/^cloudflare:/] },
    ),
    { resolve: workerResolve, build: { minify: true } },
  ),
} satisfies Readonly<Record<string, EnvironmentOptions>>

export default defineConfig({
  root: `${root}/web/app`,
  build: { target: 'es2024', sourcemap: true },
  plugins: [
    absentPackages(ABSENT),
    plainImports(),
    lazyHandlers({ except: EAGER_COMMANDS }),
    withoutDescriptions(),
    descriptionAssets(),
    webManifest({ icons: `${root}/web/app/icons` }),
    pageAssets(),
    settingsData(),
    helpPages(),
    tabLibrary({ page: `${root}/dist/web` }),
    declaredOptionsAsset(),
    commandListAsset(),
    lazyChunks('client', PAGE_CHUNKS),
    lazyChunks('sw', WORKER_PARTS),
    workerParts(),
    lazyChunks('edge', EDGE_MODULES),
    lazyChunks('core', []),
    lazyChunks('tab', []),
  ],
  environments,
  builder: {
    async buildApp(builder) {
      removeStamp()
      const digest = inputsDigest()
      for (const name of Object.keys(environments)) {
        const environment = builder.environments[name]
        if (environment) await builder.build(environment)
      }
      // Links to it that npm has made run it directly.
      chmodSync(`${root}/dist/cli/tidepool.js`, 0o755)
      writeStamp(digest)
    },
  },
  test: {
    root,
    projects,
    reporters: [
      'default',
      countsReporter(process.env['TIDEPOOL_COUNTS']),
      callsReporter(process.env['TIDEPOOL_CALLS']),
    ],
  },
})
