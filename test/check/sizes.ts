import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { staticImports } from './static-imports.ts'

/**
 * Lists budgets that are exceeded. A budget is in kilobytes (1,000 bytes, gzip) for all files that a glob
 * matches together. The budget of a single file includes the files that it imports statically, because a page loads
 * them with it; that of a page, its scripts and stylesheets. A budget that matches no file is a fault too.
 */
export function sizeFaults(root: string, budgets: Readonly<Record<string, number>>): string[] {
  return Object.entries(budgets).flatMap(([glob, budgetKilobytes]) => {
    if (globSync(glob, { cwd: root }).length === 0) return [`${glob}: no file`]
    const kilobytes = gzippedKilobytes(root, glob)
    process.stdout.write(`${glob}: ${kilobytes.toFixed(1)} kB of ${budgetKilobytes} kB\n`)
    return kilobytes > budgetKilobytes
      ? [
          `${glob}: ${kilobytes.toFixed(3)} kB, over the budget of ${budgetKilobytes} kB in package.json: make it smaller, or raise the budget`,
        ]
      : []
  })
}

/**
 * The gzipped size of all files that a glob matches, in kilobytes of 1,000 bytes; of a single file, with its static
 * imports.
 */
export function gzippedKilobytes(root: string, glob: string): number {
  const files = glob.includes('*')
    ? globSync(glob, { cwd: root }).map((file) => join(root, file))
    : staticImports(join(root, glob))
  const sizes = files.map((file) => gzipSync(readFileSync(file)).byteLength)
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}
