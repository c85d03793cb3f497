import { type ExecFileSyncOptions, execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { findCommand, isExecutable } from './find-command.ts'

const root = join(import.meta.dirname, '../..')
const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

let found: string | undefined

/**
 * Path of a Chromium to test with: `CHROMIUM_PATH`, one on `PATH`, the one Playwright has downloaded, the one of
 * `@sparticuz/chromium` (Linux on x64), or, for root on another Debian, the distribution's package, installed on the
 * spot. What is unpacked or installed is said in one line.
 * Throws when there is none: tests in a browser are never left out in silence.
 */
export function findChromium(): string {
  found ??= process.env['CHROMIUM_PATH'] ?? findCommand(commands) ?? downloaded() ?? unpacked() ?? packaged()
  if (found === undefined) {
    throw new Error(
      'Cannot find Chromium: set CHROMIUM_PATH, install the package "chromium" or run "npx playwright install chromium"',
    )
  }
  return found
}

function downloaded(): string | undefined {
  const path = chromium.executablePath()
  return isExecutable(path) ? path : undefined
}

function unpacked(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const packageFolder = join(root, 'node_modules/@sparticuz/chromium')
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'))
  const folder = join(root, 'node_modules/.cache/tidepool', `chromium-${version}`)
  const path = join(folder, 'run')
  if (isExecutable(path)) return path
  say(`No Chromium found: unpacking version ${version} of @sparticuz/chromium into ${folder}`)
  const script = join(import.meta.dirname, 'unpack-chromium.ts')
  execFileSync(process.execPath, [script, join(packageFolder, 'bin'), folder], { stdio: 'inherit' })
  return path
}

function packaged(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  say('No Chromium found: installing the package "chromium" of this distribution')
  const options: ExecFileSyncOptions = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  execFileSync('apt-get', ['update', '-qq'], options)
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], options)
  return findCommand(commands)
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
