import { join } from 'node:path'
import { build } from 'vite'

const WORKERS = join(import.meta.dirname, 'worker')

/** A Worker of this folder as one script for workerd, with the contracts' vitest replaced by the shim. */
export async function bundleWorker(name: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    resolve: {
      alias: { vitest: join(WORKERS, 'vitest-shim.ts') },
      conditions: ['workerd', 'worker', 'browser', 'module', 'import'],
      mainFields: ['browser', 'module', 'main'],
    },
    ssr: { target: 'webworker', noExternal: true },
    build: {
      ssr: join(WORKERS, name),
      write: false,
      target: 'es2024',
      rolldownOptions: { external: [/^cloudflare:/], output: { codeSplitting: false } },
    },
  })
  const [first] = Array.isArray(built) ? built : [built]
  const script = first && 'output' in first ? first.output[0].code : undefined
  if (script === undefined) throw new Error('vite gave no script')
  return script
}
