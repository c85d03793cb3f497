import { readText, type Texts } from '../../src/config/read-config.ts'
import { starterSection } from '../../src/config/sections/starter.ts'
import { checkAccess } from './check-access.ts'
import { claimDataFolder } from './data-claim.ts'
import { errorText } from './error-text.ts'
import { withKey } from './key-file.ts'
import { openPage } from './open-page.ts'
import { runNode } from './run-node.ts'
import { separateWorkers } from './separate-workers.ts'
import { readSettings } from './settings.ts'
import type { StartWords } from './start-command.ts'
import { UsageError } from './usage-error.ts'
import { workerOptions } from './worker-options.ts'

/**
 * Starts a node with the settings of the environment, or those of the words, and resolves when it is ready. Throws
 * `UsageError` for a port that is none, and an Error with a message for the user when the node cannot start.
 */
export async function launch(words: StartWords): Promise<void> {
  const settings = readSettings({ ...process.env, ...textsOf(words) })
  checkAccess(settings.dataFolder)
  const claim = await claimDataFolder(settings.dataFolder)
  const origin = await runNode(claim, await workerOptions(withKey(settings)), separateWorkers)
  if (words.isOpened || process.env['OPEN'] === '1') openPage(`${origin}/`)
}

function textsOf({ port, dataFolder }: StartWords): Texts {
  if (port !== undefined) checkPort(port)
  return {
    ...(port !== undefined && { PORT: port }),
    ...(dataFolder !== undefined && { TIDEPOOL_DATA: dataFolder }),
  }
}

/** Names the option, where the settings would name the variable. */
function checkPort(port: string): void {
  try {
    readText(starterSection.settings.port, port, '--port')
  } catch (error) {
    throw new UsageError(errorText(error), { cause: error })
  }
}
