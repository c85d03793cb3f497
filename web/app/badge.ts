import { find } from './find.ts'
import { fetchFrom } from './node/node-client.ts'
import { nodeWords } from './node/node-words.ts'
import { thisNode } from './node/this-node.ts'

/** Keeps the badge up to date: whether the page's server can be reached, or the other node that the page shows. */
export function watchServer(): void {
  const look = () => void (async () => show(await isNodeReached()))()
  look()
  addEventListener('online', look)
  addEventListener('offline', look)
  addEventListener('hashchange', look)
  document.addEventListener('visibilitychange', look)
}

/** Checks whether the server of the page can be reached: by HEAD, which the service worker does not answer. */
export async function findServer(): Promise<boolean> {
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}

async function isNodeReached(): Promise<boolean> {
  const node = await thisNode()
  if (node.kind !== 'other') return findServer()
  try {
    await fetchFrom(node, '/api/v0/version', { method: 'POST' })
    return true
  } catch {
    return false
  }
}

async function show(isReached: boolean): Promise<void> {
  const { offline, offlineNote } = nodeWords(await thisNode())
  const badge = find(document, '#badge', HTMLElement)
  badge.dataset['state'] = isReached ? 'online' : 'offline'
  badge.textContent = isReached ? 'Online' : offline
  find(document, '#offline-note', HTMLElement).textContent = offlineNote
}
