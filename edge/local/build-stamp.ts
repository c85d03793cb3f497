import { createHash } from 'node:crypto'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const PROJECT = join(import.meta.dirname, '../..')
const STAMP = join(PROJECT, 'dist/.inputs')
/** Everything of which a build is made. The lock file decides which packages are bundled. */
const INPUTS = [
  '{src,edge,web,proto}/**/*.*',
  'README.md',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'wrangler.toml',
]

/** A digest of the contents of all inputs of the build. */
export function inputsDigest(): string {
  const digest = createHash('sha256')
  for (const path of globSync(INPUTS, { cwd: PROJECT }).sort()) {
    digest.update(`${path}\0`).update(readFileSync(join(PROJECT, path)))
  }
  return digest.digest('hex')
}

/** Marks `dist/` as incomplete. A build that is killed leaves it so. */
export function removeStamp(): void {
  rmSync(STAMP, { force: true })
}

/** Marks `dist/` as the complete build of these inputs. */
export function writeStamp(digest: string): void {
  writeFileSync(STAMP, digest)
}

/** True if `dist/` is the complete build of the present inputs. */
export function isBuilt(): boolean {
  try {
    return readFileSync(STAMP, 'utf8') === inputsDigest()
  } catch {
    return false
  }
}
