import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run-tool.ts'

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

/** Packages that are imported and those that they need: not those that are fixed before their first import. */
function listed(): string {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { packages }: Lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const left = Object.keys(manifest.dependencies).filter(
    (name) => !manifest.knip.ignoreDependencies.includes(name),
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
