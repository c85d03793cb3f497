import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { isBuilt } from '../../edge/local/build-stamp.ts'

const root = join(import.meta.dirname, '../..')

/**
 * Builds `dist/` before the projects that use it, unless it is the build of the present sources. With `TIDEPOOL_BUILT`
 * the `dist/` that is there is taken.
 */
export function setup(): void {
  if (process.env['TIDEPOOL_BUILT'] === '1' || isBuilt()) return
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--app', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  })
  process.env['TIDEPOOL_BUILT'] = '1'
}
