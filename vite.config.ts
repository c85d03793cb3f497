import { chmodSync } from 'node:fs'
import { basename, dirname } from 'node:path'
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
  /\/node_modules\/(libp2p|@libp2p|@chainsafe|@multiformats\/multiaddr)\/|\/(src\/net\/(peer|swarm|exchange|routing|pubsub|forwarding)|web\/host\/network)\//

/** What a service worker loads together, besides its single lazy modules. */
const WORKER_PARTS = [
  { name: 'calendar', test: /\/src\/calendar\// },
  { name: 'ledger', test: /\/(?:src\/(?:ledger|audit|rpc\/commands\/ledger)|proto\/gen)\// },
  { name: 'keys', test: /\/src\/keys\/asn1\/(?!secp256k1-curve)/ },
  { name: 'commands', test: /\/src\/rpc\/commands\// },
]

/**
 * What the Worker loads together. The local simulator copies the whole configuration for each module, which took a
 * fifth of the processor time of a start when every lazy module was one of its own.
 */
const EDGE_MODULES = [
  { name: 'calendar', test: /\/src\/calendar\// },
  { name: 'ledger', test: /\/(?:src\/(?:ledger|audit)|proto\/gen)\// },
  { name: 'secp256k1', test: /\/secp256k1-curve\.ts$/ },
  { name: 'keys', test: /\/src\/keys\/asn1\// },
  { name: 'peer', test: /\/(?:src\/net\/(?!routing|pubsub)|edge\/peers\/)/ },
  { name: 'dht', test: /\/src\/net\/routing\// },
  { name: 'pubsub', test: /\/src\/net\/pubsub\// },
  { name: 'gossipsub', test: /\/libp2p-gossipsub\/dist\/src\/index\.js$/ },
]

/**
 * What the page loads first, besides what its script imports: small modules of several views. Each file costs a
 * visitor a request, and the service worker 7 ms of processor time when it caches the page.
 */
const PAGE_CHUNKS = [{ name: 'main', test: /\/web\/app\/(?:(?:node|language)\/)?(?!node-dialog)[^/]+\.ts$/ }]

/** Folders of the commands for content: a service worker has their handlers in its script. Others are loaded. */
const EAGER_COMMANDS = ['block', 'dag', 'file', 'files', 'pin', 'refs', 'repo']

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
  environments: {
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
        rolldownOptions: {
          input: { sw: `${root}/web/host/service-worker/service-worker.ts` },
          // The parts take from the worker's script what both need.
          preserveEntrySignatures: 'allow-extension',
          output: { entryFileNames: '[name].js', chunkFileNames: workerChunkName },
          treeshake,
        },
      },
    },
    lib: {
      consumer: 'client',
      build: {
        outDir: `${root}/dist/lib`,
        emptyOutDir: true,
        minify: true,
        rolldownOptions: {
          input: { client: `${root}/src/rpc/client.ts` },
          preserveEntrySignatures: 'strict',
          output: { entryFileNames: '[name].js', codeSplitting: false },
        },
      },
    },
    core: {
      consumer: 'client',
      build: {
        outDir: `${root}/dist/lib`,
        emptyOutDir: false,
        minify: true,
        rolldownOptions: {
          input: { index: `${root}/src/index.ts` },
          preserveEntrySignatures: 'strict',
          output: { entryFileNames: '[name].js', chunkFileNames: 'index-[name].js' },
          treeshake,
          transform: { inject: NODE_20 },
        },
      },
    },
    verifier: {
      consumer: 'client',
      build: {
        outDir: `${root}/dist/lib`,
        emptyOutDir: false,
        minify: true,
        rolldownOptions: {
          input: { verifier: `${root}/src/ledger/proof/verify-proof.ts` },
          preserveEntrySignatures: 'strict',
          output: { entryFileNames: '[name].js', codeSplitting: false },
          // Of a module that is imported for one of its names, the rest goes.
          treeshake: { moduleSideEffects: false },
        },
      },
    },
    tab: {
      consumer: 'client',
      build: {
        outDir: `${root}/dist/lib`,
        emptyOutDir: false,
        minify: true,
        rolldownOptions: {
          input: { tab: `${root}/web/host/tab.ts` },
          // The other files take from the first what both need.
          preserveEntrySignatures: 'allow-extension',
          output: {
            entryFileNames: '[name].js',
            chunkFileNames: tabChunkName,
          },
          treeshake,
        },
      },
    },
    cli: {
      consumer: 'server',
      // The simulator is installed by whoever starts a node.
      resolve: { noExternal: true, external: ['miniflare'] },
      build: {
        ssr: true,
        copyPublicDir: false,
        outDir: `${root}/dist/cli`,
        emptyOutDir: true,
        // As deep as its sources: both find `dist/` from their own folder.
        rolldownOptions: {
          input: { tidepool: `${root}/edge/local/cli/tidepool.ts` },
          output: { entryFileNames: '[name].js', chunkFileNames: 'cli-[name].js' },
          treeshake,
        },
      },
    },
    edge: {
      consumer: 'server',
      resolve: { ...workerResolve, noExternal: true },
      build: {
        ssr: true,
        copyPublicDir: false,
        outDir: `${root}/dist/edge`,
        emptyOutDir: true,
        minify: true,
        rolldownOptions: {
          input: { worker: `${root}/edge/worker.ts` },
          // The runtime takes every export of the entry for an entrypoint.
          preserveEntrySignatures: 'strict',
          external: [/^cloudflare:/, 'node:crypto'],
          // What is imported dynamically is a module of its own, which the runtime evaluates at first use: the code of peers.
          output: { entryFileNames: '[name].js', chunkFileNames: 'module-[name].js' },
          treeshake,
        },
      },
    },
    front: {
      consumer: 'server',
      resolve: { ...workerResolve, noExternal: true },
      build: {
        ssr: true,
        copyPublicDir: false,
        outDir: `${root}/dist/front`,
        emptyOutDir: true,
        minify: true,
        rolldownOptions: {
          input: { front: `${root}/edge/front.ts` },
          preserveEntrySignatures: 'strict',
          external: [/^cloudflare:/],
          output: { entryFileNames: '[name].js', codeSplitting: false },
          treeshake,
        },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      removeStamp()
      const digest = inputsDigest()
      for (const name of ['client', 'sw', 'lib', 'core', 'verifier', 'tab', 'cli', 'edge', 'front']) {
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
