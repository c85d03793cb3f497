import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run-tool.ts'
import { readSourceFiles } from './source-files.ts'

const FILE = join(root, 'src/bundled-packages.ts')

interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly version: string; readonly dependencies?: Readonly<Record<string, string>> }>
  >
}

/** Writes the list of packages anew. */
export function writeBundledPackages(): void {
  writeFileSync(FILE, listed())
}

/** Says so when the list is not the one of the lock file. */
export function bundledPackagesFaults(): string[] {
  const isFresh = readFileSync(FILE, 'utf8') === listed()
  return isFresh ? [] : ['src/bundled-packages.ts: the list is stale, run `npm run docs`']
}

/** Sources that run on Node.js: what they import is no part of a node. */
const TOOLS = /^(?:edge\/local|web\/app\/build)\//

/** Packages that the sources of a node and of the page import, and those that they need. */
function listed(): string {
  const { packages }: Lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const sources = readSourceFiles(root).filter(({ path }) => !TOOLS.test(path))
  const left = sources.flatMap(({ imports }) =>
    imports.flatMap((imported) => ('package' in imported ? [imported.package] : [])),
  )
  const versions = new Map<string, string>()
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    const found = packages[`node_modules/${name}`]
    if (!found || versions.has(name)) continue
    versions.set(name, found.version)
    left.push(...Object.keys(found.dependencies ?? {}))
  }
  const rows = [...versions].sort(([one], [other]) => (one < other ? -1 : 1))
  return `/** Packages of which the bundles are made, with their versions. Written by \`npm run docs\` from the lock file. */
export const BUNDLED_PACKAGES: readonly (readonly [name: string, version: string])[] = [
${rows.map(([name, version]) => `  ['${name}', '${version}'],\n`).join('')}]
`
}
