import { createRequire } from 'node:module'
import { basename, join, relative } from 'node:path'
import type { Plugin } from 'vite'
import { DECLARED_OPTIONS, type DeclaredOptions } from './worker-options.ts'

const PROJECT = join(import.meta.dirname, '../..')

/**
 * Writes the options of `wrangler.toml` beside the built Worker. Only wrangler can interpret that file, and it
 * takes a second and 200 MiB to load, which a start need not spend.
 */
export function declaredOptionsAsset(): Plugin {
  return {
    name: 'tidepool:declared-options',
    applyToEnvironment: ({ name }) => name === 'edge',
    generateBundle() {
      const source = `${JSON.stringify(readDeclaredOptions(), undefined, 2)}\n`
      this.emitFile({ type: 'asset', fileName: basename(DECLARED_OPTIONS), source })
    },
  }
}

/** Leaves out the secrets of `.dev.vars`, which are for `wrangler dev`. */
function readDeclaredOptions(): DeclaredOptions {
  // `require`, because a test runner would take half a minute to transform wrangler's single file.
  const wrangler: typeof import('wrangler') = createRequire(import.meta.url)('wrangler')
  const config = wrangler.unstable_readConfig({ config: join(PROJECT, 'wrangler.toml') })
  const { workerOptions, main = '' } = wrangler.unstable_getMiniflareWorkerOptions(config)
  return {
    main: relative(PROJECT, main),
    assetsFolder: relative(PROJECT, workerOptions['assets']?.directory ?? ''),
    options: { ...workerOptions, bindings: config.vars },
  }
}
