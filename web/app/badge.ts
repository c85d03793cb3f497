import { find } from './find.ts'

const TEXTS = { online: 'Online', offline: 'Works offline' } as const

/** Keeps the badge true: whether the server of this page can be reached. The node needs neither. */
export function watchServer(): void {
  const look = () => void findServer()
  look()
  addEventListener('online', look)
  addEventListener('offline', look)
  addEventListener('hashchange', look)
  document.addEventListener('visibilitychange', look)
}

/** True when the server can be reached, which the badge then tells. */
export async function findServer(): Promise<boolean> {
  const isReachable = await reachable()
  show(isReachable ? 'online' : 'offline')
  return isReachable
}

/** The service worker leaves HEAD to the network, so this asks the server itself. */
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
