import { find } from './find.ts'
import { frameTexts } from './language/frame-texts.ts'
import { checkNode } from './node/check-node.ts'
import { nodeWords } from './node/node-words.ts'
import { thisNode } from './node/this-node.ts'

/** Keeps the badge up to date: whether the page's server can be reached, or the other node that the page shows. */
export function watchServer(): void {
  const look = () => void findNode()
  look()
  addEventListener('online', look)
  addEventListener('offline', look)
  addEventListener('hashchange', look)
  document.addEventListener('visibilitychange', look)
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
    return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}

async function show(isReached: boolean): Promise<void> {
  const { offline, offlineNote } = nodeWords(await thisNode())
  const badge = find(document, '#badge', HTMLElement)
  badge.dataset['state'] = isReached ? 'online' : 'offline'
  badge.textContent = isReached ? frameTexts.online : offline
  find(document, '#offline-note', HTMLElement).textContent = offlineNote
}
