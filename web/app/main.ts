import { watchInput } from './at-work.ts'
import { showNotStarted, watchServer } from './badge.ts'
import { drawFrame } from './language/draw-frame.ts'
import { followLanguage } from './language/follow-language.ts'
import { startNavigation } from './navigation.ts'
import { watchVersion } from './new-version.ts'
import { followChoice } from './node/follow-choice.ts'
import { startSwitch } from './node/node-switch.ts'
import { nodeReady, thisNode } from './node/this-node.ts'
import { nodeInControl } from './node-control.ts'
import { offerReload } from './notice.ts'
import { preference } from './preferences.ts'
import { showProblem } from './problem.ts'
import { followTheme } from './theme.ts'
import { WorkerFault } from './worker-fault.ts'

drawFrame()
followTheme()
followLanguage()
startNavigation()
watchVersion()
watchInput()
followChoice()
startSwitch().catch(showProblem)
startNode().then(watchServer, (error: unknown) => {
  showNotStarted()
  showProblem(error)
})

/** The worker is registered whatever node is chosen, since it also opens the page offline. Only its own node needs it. */
async function startNode(): Promise<void> {
  await nodeInControl().catch((error: unknown) => {
    if (error instanceof WorkerFault) offerReload(error.message)
  })
  await nodeReady()
  const isPeer = preference('peers') === 'joined' && (await thisNode()).kind === 'browser'
  if (isPeer) rejoin().catch(() => undefined)
}

/** The visitor did not ask for it just now, so that only the view of peers shows what failed. */
async function rejoin(): Promise<void> {
  const { rejoinPeers } = await import('./peers/join-peers.ts')
  await rejoinPeers()
}
