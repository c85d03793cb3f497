import { find } from './find.ts'

const TEXTS = { online: 'Online', offline: 'Works offline' } as const

/** Keeps the badge up to date, which shows whether the page's server can be reached. The node works without it. */
export function watchServer(): void {
  const look = () => void findServer()
  look()
  addEventListener('online', look)
  addEventListener('offline', look)
  addEventListener('hashchange', look)
  document.addEventListener('visibilitychange', look)
}

/** Checks whether the server can be reached, and updates the badge. */
export async function findServer(): Promise<boolean> {
  const isReachable = await reachable()
  show(isReachable ? 'online' : 'offline')
  return isReachable
}

/** Sends HEAD, which the service worker does not answer, so that it reaches the server. */
async function reachable(): Promise<boolean> {
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}

function show(state: keyof typeof TEXTS): void {
  const badge = find(document, '#badge', HTMLElement)
  badge.dataset['state'] = state
  badge.textContent = TEXTS[state]
}
