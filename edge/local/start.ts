import { checkAccess } from './check-access.ts'
import { withKey } from './key-file.ts'
import { openPage } from './open-page.ts'
import { runNode } from './run-node.ts'
import { separateWorkers } from './separate-workers.ts'
import { readSettings } from './settings.ts'
import { workerOptions } from './worker-options.ts'

try {
  const read = readSettings(process.env)
  checkAccess(read.dataFolder)
  const { dataFolder, ...settings } = withKey(read)
  const origin = await runNode(dataFolder, await workerOptions(settings), separateWorkers)
  if (process.argv.includes('--open') || process.env['OPEN'] === '1') openPage(`${origin}/`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
