import { PING } from '../host/keep-alive.ts'
import { frameTexts } from './language/frame-texts.ts'
import { workerFault } from './worker-fault.ts'

let control: Promise<void> | undefined

/**
 * Resolves once the service worker controls this page. Until then, requests to the API at this origin reach the
 * server. Throws an `Error` with a message for the visitor: a `WorkerFault` where the server lacks one of the worker's files.
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
  const registration = await registered(serviceWorker)
  if (!serviceWorker.controller) await Promise.race([controlled, failed(registration)])
}

/** Rejects once no worker is left that could take control. */
function failed(registration: ServiceWorkerRegistration | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const look = () => {
      const { installing, waiting, active } = registration ?? {}
      // One that is installed takes control: the first of an origin at once, another when it is pinged.
      if (installing) installing.addEventListener('statechange', look, { once: true })
      else if (!waiting && !active) workerFault().then(reject, reject)
    }
    look()
  })
}

/** Without the server only the update of an existing worker fails, and it continues to serve. */
async function registered(
  serviceWorker: ServiceWorkerContainer,
): Promise<ServiceWorkerRegistration | undefined> {
  try {
    const registration = await serviceWorker.register('/sw.js', { scope: '/' })
    // After a forced reload the page has no controller, and only this message makes the worker claim it.
    registration.active?.postMessage(PING)
    return registration
  } catch (cause) {
    if (serviceWorker.controller) return undefined
    throw await workerFault(cause)
  }
}
