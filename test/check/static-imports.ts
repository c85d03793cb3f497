import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A minified `from"./x.js"` or `import"./x.js"`; `import("./x.js")` is loaded later. */
const STATIC_IMPORT = /(?:from|import)\s*["'](\.\/[^"']+)["']/g

/** A script or stylesheet of a built page, by its path from the folder of the page. */
const LINKED = /<(?:script|link)\b[^>]*\s(?:src|href)=["']\/([^"']+\.(?:js|css))["']/g

/**
 * Paths of a built module and of all modules that it imports statically, itself first. Of a page: itself, its scripts
 * with what they import, and its stylesheets.
 */
export function staticImports(file: string): string[] {
  const found = new Set([file])
  for (const path of found) {
    if (path.endsWith('.html')) {
      const linked = readFileSync(path, 'utf8').matchAll(LINKED)
      for (const [, name = ''] of linked) found.add(join(dirname(path), name))
      continue
    }
    const imported = readFileSync(path, 'utf8').matchAll(STATIC_IMPORT)
    for (const [, name = ''] of imported) found.add(join(dirname(path), name))
  }
  return [...found]
}
