import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { isBuilt } from './build-stamp.ts'

const PROJECT = join(import.meta.dirname, '../..')

// The output of the build is shown only if it fails.
if (!isBuilt()) {
  process.stderr.write('Building, which takes up to a minute\n')
  const vite = join(PROJECT, 'node_modules/vite/bin/vite.js')
  const { status, stdout, stderr } = spawnSync(process.execPath, [vite, 'build', '--app'], {
    cwd: PROJECT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) {
    process.stderr.write(`${stdout}${stderr}Cannot build: see above\n`)
    process.exit(1)
  }
}
