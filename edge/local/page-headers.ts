import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What the file `_headers` of the built page adds to every response. Throws an Error for a rule that is not for all
 * paths, which the front of a local node could not follow.
 */
export function pageHeaders(folder: string): Record<string, string> {
  const lines = readFileSync(join(folder, '_headers'), 'utf8').split('\n')
  const [rule, ...rest] = lines.filter((line) => line.trim() !== '' && !line.startsWith('#'))
  if (rule !== '/*' || !rest.every((line) => /^\s+[\w-]+: /.test(line))) {
    throw new Error(`Cannot read the rules of "${join(folder, '_headers')}": only one is known, for "/*"`)
  }
  return Object.fromEntries(rest.map((line) => line.trim().split(/: (.*)/, 2) as [string, string]))
}

/** A digest of the page and its service worker, whose scripts name all others by their content. */
export function pageVersion(folder: string): string {
  const digest = createHash('sha256')
  for (const name of ['index.html', 'sw.js']) digest.update(readFileSync(join(folder, name)))
  return digest.digest('hex').slice(0, 12)
}
