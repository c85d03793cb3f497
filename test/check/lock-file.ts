import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BUNDLED_PACKAGES } from '../../src/bundled-packages.ts'
import { root } from './run-tool.ts'

/** Packages of which a second copy breaks `instanceof` and class identity. */
const SINGLE = [
  '@libp2p/interface',
  'interface-blockstore',
  'interface-datastore',
  'interface-store',
  'multiformats',
  'uint8arraylist',
  '@ipld/dag-pb',
]

/** Lists the faults of the lock file, and of the dependency tree of which the bundles are made. */
export async function lockFileFaults(): Promise<string[]> {
  const listed = execFileSync('npm', ['ls', ...SINGLE, '--all', '--parseable'], {
    cwd: root,
    encoding: 'utf8',
  })
  const folders = ['.', 'test/peers', 'test/peers/helia', 'test/peers/rpc']
  return [
    ...folders.flatMap((path) => addressFaults(readFileSync(join(root, path, 'package-lock.json'), 'utf8'))),
    ...copyFaults(SINGLE, listed.split('\n').filter(isBundled)),
  ]
}

const BUNDLED = new Set(BUNDLED_PACKAGES.map(([name]) => name))

/** True for the path of a package that is not inside one that only tools and tests use. */
function isBundled(path: string): boolean {
  const [, outer = ''] = /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? []
  return BUNDLED.has(outer)
}

/** Lists packages with a download address: without one, any registry can serve them. */
export function addressFaults(lockFile: string): string[] {
  const { packages }: { packages: Record<string, { resolved?: string }> } = JSON.parse(lockFile)
  return Object.entries(packages)
    .filter(([, { resolved }]) => resolved?.includes('://'))
    .map(([path]) => `package-lock.json: "${path}" carries a download address`)
}

/** Lists packages that do not have exactly one path in `npm ls --parseable`. */
export function copyFaults(names: readonly string[], listed: readonly string[]): string[] {
  return names.flatMap((name) => {
    const copies = listed.filter((path) => path.endsWith(`/node_modules/${name}`)).length
    return copies === 1 ? [] : [`${name}: ${copies} copies, not one`]
  })
}
