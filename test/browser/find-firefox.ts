import { findCommand } from './find-command.ts'

/** Path of a Firefox to test with: `FIREFOX_PATH`, or one on `PATH`. Throws when there is none. */
export function findFirefox(): string {
  const found = process.env['FIREFOX_PATH'] ?? findCommand(['firefox', 'firefox-esr'])
  if (found === undefined) {
    throw new Error('Cannot find Firefox: set FIREFOX_PATH or install the package "firefox-esr"')
  }
  return found
}
