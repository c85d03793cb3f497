import { join } from 'node:path'
import { build } from 'vite'
import { root } from '../../check/run-tool.ts'

/** Where the page of a node is built; its script is `page.js`. */
export function pageFolder(name: string): string {
  return join(root, 'dist/bench/pages', name)
}

/** Bundles the script of a page. Resolves to the files that it loads before its first call, in its folder. */
export async function buildPage(name: string, entry: string): Promise<readonly string[]> {
  const result = await build({
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
  if (!('output' in result)) throw new Error(`Cannot build page "${name}": no single output`)
  const chunks = new Map(
    result.output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
  )
  const loaded = new Set(['page.js'])
  for (const file of loaded) for (const imported of chunks.get(file)?.imports ?? []) loaded.add(imported)
  return [...loaded]
}
