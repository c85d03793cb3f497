import { fileSignal } from './file-requests.ts'
import type { HostName, Send } from './host.ts'

/** The built service worker, which controls this page and answers at its origin. */
export const host: HostName = 'web'

await controlled()

export const send: Send = (target, init) => {
  const own = init?.signal ?? (target instanceof Request ? target.signal : undefined)
  const signal = own ? AbortSignal.any([own, fileSignal()]) : fileSignal()
  return fetch(typeof target === 'string' ? new URL(target, location.origin) : target, { ...init, signal })
}

async function controlled(): Promise<void> {
  const controller = new Promise<void>((resolve) => {
    if (navigator.serviceWorker.controller) resolve()
    else navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
  })
  await navigator.serviceWorker.register('/sw.js', { type: 'module', scope: '/' })
  await controller
}
