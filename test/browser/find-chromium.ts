import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'

const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

let found: string | undefined

/**
 * Path of a Chromium to test with: `CHROMIUM_PATH`, one on `PATH`, the one Playwright has downloaded, or,
 * for root on a Debian family system, the distribution's package, installed on the spot.
 * Throws when there is none: tests in a browser are never left out in silence.
 */
export function findChromium(): string {
  found ??= process.env['CHROMIUM_PATH'] ?? installed() ?? downloaded() ?? packaged()
  if (found === undefined) {
    throw new Error(
      'Cannot find Chromium: set CHROMIUM_PATH, install the package "chromium" or run "npx playwright install chromium"',
    )
  }
  return found
}

function installed(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return folders.flatMap((folder) => commands.map((command) => join(folder, command))).find(isExecutable)
}

function downloaded(): string | undefined {
  const path = chromium.executablePath()
  return isExecutable(path) ? path : undefined
}

function packaged(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  execFileSync('apt-get', ['update', '-qq'], options)
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], options)
  return installed()
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
