import { PING } from '../host/keep-alive.ts'
import { frameTexts } from './language/frame-texts.ts'

let control: Promise<void> | undefined

/**
 * Resolves once the service worker controls this page. Until then, requests to the API at this origin reach the
 * server. Throws an `Error` with a message for the visitor.
 */
export function nodeInControl(): Promise<void> {
  control ??= takeControl()
  return control
}

async function takeControl(): Promise<void> {
  if (!('serviceWorker' in navigator)) {
    throw new Error(frameTexts.noWorker)
  }
  const { serviceWorker } = navigator
  const controlled = new Promise<void>((resolve) => {
    serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
  })
  await registered(serviceWorker)
  if (!serviceWorker.controller) await controlled
}

/** Without the server only the update of an existing worker fails, and it continues to serve. */
async function registered(serviceWorker: ServiceWorkerContainer): Promise<void> {
  try {
    const registration = await serviceWorker.register('/sw.js', { scope: '/' })
    // After a forced reload the page has no controller, and only this message makes the worker claim it.
    registration.active?.postMessage(PING)
  } catch (cause) {
    if (serviceWorker.controller) return
    throw new Error(frameTexts.noStart, { cause })
  }
}
