import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../check/run-tool.ts'

/** Where the other nodes live, with a lock file of their own. */
const PEERS = join(root, 'test/peers')

/**
 * Installs the peers unless they are there. Resolves to false when that fails: everything can be measured
 * without them. No script of a package is run, and nothing optional comes along.
 */
export async function installPeers(): Promise<boolean> {
  if (areInstalled()) return true
  process.stderr.write('Installing the peers in test/peers (once)\n')
  const code = await new Promise<number | null>((resolve) => {
    const npm = spawn('npm', ['ci', '--ignore-scripts', '--omit=optional'], {
      cwd: PEERS,
      stdio: ['ignore', process.stderr, process.stderr],
    })
    npm.on('error', () => resolve(null))
    npm.on('exit', resolve)
  })
  if (code === 0) writeFileSync(INSTALLED, lockDigest())
  return code === 0
}

/** What the tree was installed from, for this program only. */
const INSTALLED = join(PEERS, 'node_modules/.installed-from')

function areInstalled(): boolean {
  return existsSync(INSTALLED) && readFileSync(INSTALLED, 'utf8') === lockDigest()
}

function lockDigest(): string {
  return createHash('sha256')
    .update(readFileSync(join(PEERS, 'package-lock.json')))
    .digest('hex')
}
