import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** What the page of the tests may import: everything that a browser can run. */
const SOURCES = '{src,web,test}/**/*.ts'

/** Statements and calls that import something, of which types are marked as such. */
const IMPORT = /^(?:import|export)\b[^'"=(]*["'][^'"]+["']|\bimport(?:\.meta\.glob)?(?:<[^>]*>)?\([^)]*\)/gm

/**
 * Removes the libraries that Vite has bundled for an earlier run once any import of the sources has changed. A library
 * that its cache lacks would be found while a test runs, and reload the page. Vite itself compares the lock file and
 * its configuration. To bundle them takes four seconds of processor time.
 */
export function dropOldLibraries(): Plugin {
  return {
    name: 'tidepool:drop-old-libraries',
    configResolved({ root, cacheDir }) {
      const stamp = join(cacheDir, 'imports')
      const digest = importsDigest(root)
      if (digest === read(stamp)) return
      rmSync(join(cacheDir, 'deps'), { recursive: true, force: true })
      mkdirSync(cacheDir, { recursive: true })
      writeFileSync(stamp, digest)
    },
  }
}

function importsDigest(root: string): string {
  const digest = createHash('sha256')
  for (const path of globSync(SOURCES, { cwd: root }).sort()) {
    digest.update(`${path}\0`)
    for (const [statement] of readFileSync(join(root, path), 'utf8').matchAll(IMPORT))
      digest.update(statement)
  }
  return digest.digest('hex')
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
