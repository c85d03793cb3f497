import { spawn } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../check/run-tool.ts'

/** Where the other nodes live, with a lock file of their own. */
export const PEERS = join(root, 'test/peers')

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
  return code === 0
}

function areInstalled(): boolean {
  const installed = join(PEERS, 'node_modules/.package-lock.json')
  return (
    existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(PEERS, 'package-lock.json')).mtimeMs
  )
}
