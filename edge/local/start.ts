import { withKey } from './key-file.ts'
import { runNode } from './run-node.ts'
import { separateWorkers } from './separate-workers.ts'
import { readSettings } from './settings.ts'
import { workerOptions } from './worker-options.ts'

try {
  const { dataFolder, ...settings } = withKey(readSettings(process.env))
  await runNode(dataFolder, await workerOptions(settings), separateWorkers)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
