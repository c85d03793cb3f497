import { createRequire } from 'node:module'
import { basename, join, relative } from 'node:path'
import type { Plugin } from 'vite'
import { DECLARED_OPTIONS, type DeclaredOptions } from './worker-options.ts'

const PROJECT = join(import.meta.dirname, '../..')

/**
 * Writes down beside the built Worker what `wrangler.toml` declares: wrangler, which knows what it means, takes a
 * second and 200 MiB to load, and a start needs nothing else of it.
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

/** Secrets of `.dev.vars`, which are for `wrangler dev`, stay out. */
function readDeclaredOptions(): DeclaredOptions {
  // Required, not imported: a test runner would take half a minute to transform wrangler's single file.
  const wrangler: typeof import('wrangler') = createRequire(import.meta.url)('wrangler')
  const config = wrangler.unstable_readConfig({ config: join(PROJECT, 'wrangler.toml') })
  const { workerOptions, main = '' } = wrangler.unstable_getMiniflareWorkerOptions(config)
  return {
    main: relative(PROJECT, main),
    assetsFolder: relative(PROJECT, workerOptions['assets']?.directory ?? ''),
    options: { ...workerOptions, bindings: config.vars },
  }
}
