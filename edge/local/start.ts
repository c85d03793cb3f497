import { checkAccess } from './check-access.ts'
import { claimDataFolder } from './data-claim.ts'
import { withKey } from './key-file.ts'
import { openPage } from './open-page.ts'
import { runNode } from './run-node.ts'
import { separateWorkers } from './separate-workers.ts'
import { readSettings } from './settings.ts'
import { workerOptions } from './worker-options.ts'

try {
  const settings = readSettings(process.env)
  checkAccess(settings.dataFolder)
  const claim = await claimDataFolder(settings.dataFolder)
  const origin = await runNode(claim, await workerOptions(withKey(settings)), separateWorkers)
  if (process.argv.includes('--open') || process.env['OPEN'] === '1') openPage(`${origin}/`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
