import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/**
 * What is over its budget. A budget is kilobytes (1,000 bytes, gzip) for the files that a glob names,
 * together; a budget that names no file is a fault too.
 */
export function sizeFaults(root: string, budgets: Readonly<Record<string, number>>): string[] {
  return Object.entries(budgets).flatMap(([glob, budgetKilobytes]) => {
    const files = globSync(glob, { cwd: root })
    if (files.length === 0) return [`${glob}: no file`]
    const sizes = files.map((file) => gzipSync(readFileSync(join(root, file))).byteLength)
    const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1000
    process.stdout.write(`${glob}: ${kilobytes.toFixed(1)} kB of ${budgetKilobytes} kB\n`)
    return kilobytes > budgetKilobytes
      ? [`${glob}: ${kilobytes.toFixed(1)} kB, budget ${budgetKilobytes} kB`]
      : []
  })
}
