import { watchServer } from './badge.ts'
import { startNavigation } from './navigation.ts'
import { watchVersion } from './new-version.ts'
import { followChoice } from './node/follow-choice.ts'
import { nodeReady } from './node/this-node.ts'
import { nodeInControl } from './node-control.ts'
import { showProblem } from './problem.ts'
import { followTheme } from './theme.ts'

followTheme()
startNavigation()
watchVersion()
followChoice()
startNode().then(watchServer, showProblem)

/** The worker is registered whatever node is chosen, since it also opens the page offline. Only its own node needs it. */
async function startNode(): Promise<void> {
  await nodeInControl().catch(() => undefined)
  await nodeReady()
}
