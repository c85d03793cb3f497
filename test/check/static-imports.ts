import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A minified `from"./x.js"` or `import"./x.js"`; `import("./x.js")` is loaded later. */
const STATIC_IMPORT = /(?:from|import)\s*["'](\.\/[^"']+)["']/g

/** Paths of a built module and of all modules that it imports statically, itself first. */
export function staticImports(file: string): string[] {
  const found = new Set([file])
  for (const path of found) {
    const imported = readFileSync(path, 'utf8').matchAll(STATIC_IMPORT)
    for (const [, name = ''] of imported) found.add(join(dirname(path), name))
  }
  return [...found]
}
