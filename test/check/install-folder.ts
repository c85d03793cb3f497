import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run-tool.ts'

/**
 * Installs the packages of a folder with a lock file of its own, unless they are there. Resolves to false when that
 * fails. No script of a package is run, and nothing optional comes along.
 */
export async function installFolder(path: string): Promise<boolean> {
  const folder = join(root, path)
  /** What the tree was installed from, for this program only. */
  const installed = join(folder, 'node_modules/.installed-from')
  const digest = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
  if (existsSync(installed) && readFileSync(installed, 'utf8') === digest) return true
  process.stderr.write(`Installing the packages in ${path} (once)\n`)
  const code = await new Promise<number | null>((resolve) => {
    // The lock file has the digest of each package, so one that npm has in its cache needs no question to the registry.
    const npm = spawn('npm', ['ci', '--prefer-offline', '--ignore-scripts', '--omit=optional'], {
      cwd: folder,
      stdio: ['ignore', process.stderr, process.stderr],
    })
    npm.on('error', () => resolve(null))
    npm.on('exit', resolve)
  })
  if (code === 0) writeFileSync(installed, digest)
  return code === 0
}
