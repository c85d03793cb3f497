import { join } from 'node:path'
import { build } from 'vite'
import { root } from '../../check/run-tool.ts'

/** Where the pages are built. */
export const PAGES = join(root, 'dist/bench/pages')

/** Bundles the script of each page, by the name of its node, into `<name>.js`. */
export async function buildPage(name: string, entry: string): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      target: 'es2024',
      outDir: PAGES,
      emptyOutDir: false,
      minify: true,
      copyPublicDir: false,
      chunkSizeWarningLimit: 4096,
      rolldownOptions: {
        input: { [name]: join(root, entry) },
        output: { entryFileNames: '[name].js', codeSplitting: false },
      },
    },
  })
}
