import { find } from './find.ts'
import { frameTexts } from './language/frame-texts.ts'
import { CHECK_PATIENCE_MS, checkNode } from './node/check-node.ts'
import { onNoAnswer } from './node/node-client.ts'
import { nodeWords } from './node/node-words.ts'
import { thisNode } from './node/this-node.ts'
import { showProblem } from './problem.ts'

/** Interval of the requests by which a visible tab notices that a node outside of this browser is gone, or back. */
const ASK_EVERY_MS = 15_000

let isAsking = false

/**
 * Keeps the badge up to date: whether the page's server can be reached, or the other node that the page shows. A hidden
 * tab does not ask. The node in this browser needs no server, so that only events make it ask again.
 */
export function watchServer(): void {
  look()
  for (const event of ['online', 'offline', 'hashchange', 'focus']) addEventListener(event, look)
  document.addEventListener('visibilitychange', lookIfVisible)
  onNoAnswer(look)
  thisNode().then(({ kind }) => kind !== 'browser' && setInterval(lookIfVisible, ASK_EVERY_MS), showProblem)
}

/** One at a time: a node that does not answer gets no further requests meanwhile. */
function look(): void {
  if (isAsking) return
  isAsking = true
  void findNode().finally(() => {
    isAsking = false
  })
}

function lookIfVisible(): void {
  if (document.visibilityState === 'visible') look()
}

/** Checks whether the server of the page can be reached, and updates the badge of a page that relies on it. */
export async function findServer(): Promise<boolean> {
  const isReached = await isServerReached()
  if ((await thisNode()).kind !== 'other') await show(isReached)
  return isReached
}

async function findNode(): Promise<void> {
  const node = await thisNode()
  if (node.kind !== 'other') await findServer()
  else await show((await checkNode(node)) !== 'unreached')
}

/** Ends the badge's “Starting” where the node of this browser cannot start. */
export function showNotStarted(): void {
  const badge = find(document, '#badge', HTMLElement)
  badge.dataset['state'] = 'offline'
  badge.textContent = frameTexts.notStarted
}

/** Sends HEAD, which the service worker does not answer, so that it reaches the server. */
async function isServerReached(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(CHECK_PATIENCE_MS)
    return (await fetch('/', { method: 'HEAD', cache: 'no-store', signal })).ok
  } catch {
    return false
  }
}

async function show(isReached: boolean): Promise<void> {
  const { offline, offlineNote } = nodeWords(await thisNode())
  const badge = find(document, '#badge', HTMLElement)
  const text = isReached ? frameTexts.online : offline
  // Screen readers announce each change of it, also to the same text.
  if (badge.textContent === text) return
  badge.dataset['state'] = isReached ? 'online' : 'offline'
  badge.textContent = text
  find(document, '#offline-note', HTMLElement).textContent = offlineNote
}
