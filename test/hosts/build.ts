import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Builds `dist/` once per run, before the projects that use it; `TIDEPOOL_BUILT` says that it is fresh. */
export function setup(): void {
  if (process.env['TIDEPOOL_BUILT'] === '1') return
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--app', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  })
  process.env['TIDEPOOL_BUILT'] = '1'
}
