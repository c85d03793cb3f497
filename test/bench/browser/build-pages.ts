import { join } from 'node:path'
import { build } from 'vite'
import { root } from '../../check/run-tool.ts'

/** Where the page of a node is built; its script is `page.js`. */
export function pageFolder(name: string): string {
  return join(root, 'dist/bench/pages', name)
}

/** Bundles the script of a page, `page.js`, and what it loads later. */
export async function buildPage(name: string, entry: string): Promise<void> {
  await build({
    configFile: false,
    root,
    base: './',
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      target: 'es2024',
      outDir: pageFolder(name),
      emptyOutDir: true,
      minify: true,
      copyPublicDir: false,
      chunkSizeWarningLimit: 4096,
      rolldownOptions: {
        input: { page: join(root, entry) },
        output: { entryFileNames: 'page.js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
}
