import { PAGE_LOCK, TAKE_OVER } from '../host/page-build.ts'
import { isAtWork } from './at-work.ts'
import { find } from './find.ts'
import { frameTexts } from './language/frame-texts.ts'
import { offerReload } from './notice.ts'

/** How long a view waits for the check of its build. */
const PATIENCE_MS = 2_000

/** Tells the other tabs that the visitor of this one agreed. */
const agreement = new BroadcastChannel(TAKE_OVER)
let isAgreed = false
let isAgreedHere = false

/**
 * Shows the visitor of an open tab that there is a newer build of the page. Its worker waits until the visitor of one
 * tab agrees, then controls all: idle tabs are reloaded, those with unfinished work keep the files they have.
 */
export function watchVersion(): void {
  const { serviceWorker } = navigator
  const isVisible = () => document.visibilityState === 'visible'
  document.addEventListener('visibilitychange', () => isVisible() && void isOutdated())
  if (!serviceWorker) return
  keepFiles()
  agreement.onmessage = () => {
    isAgreed = true
  }
  let { controller } = serviceWorker
  serviceWorker.addEventListener('controllerchange', () => {
    const isReplaced = controller !== null
    controller = serviceWorker.controller
    if (isReplaced) followWorker()
  })
  const watch = (registration: ServiceWorkerRegistration) => {
    watchWorker(registration)
    document.addEventListener('visibilitychange', () => {
      if (isVisible()) registration.update().catch(() => undefined)
    })
  }
  serviceWorker.ready.then(watch, () => undefined)
}

/** Offers the worker that waits now, or will. */
function watchWorker(registration: ServiceWorkerRegistration): void {
  const offer = () => {
    if (registration.waiting) offerWorker(registration)
  }
  const follow = () => registration.installing?.addEventListener('statechange', offer)
  registration.addEventListener('updatefound', follow)
  follow()
  offer()
}

function offerWorker(registration: ServiceWorkerRegistration): void {
  const takeOver = () => {
    isAgreedHere = true
    agreement.postMessage(undefined)
    // Absent once another tab has agreed, or if it was replaced.
    if (!registration.waiting) return location.reload()
    registration.waiting.postMessage(TAKE_OVER)
    offerReload(frameTexts.versionStarting, takeOver)
  }
  offerReload(frameTexts.newVersion, takeOver)
}

/** A worker that took over without being asked, as one that removes itself does, is no reason to reload unasked. */
function followWorker(): void {
  if (isAgreedHere || (isAgreed && !isAtWork())) location.reload()
  else offerReload(frameTexts.newVersion)
}

/** Tells the worker, for as long as this page is open, that it uses the files of its build. */
function keepFiles(): void {
  const name = PAGE_LOCK + new URL(entryScript()).pathname
  const isOpen = new Promise<never>(() => undefined)
  navigator.locks.request(name, { mode: 'shared' }, () => isOpen).catch(() => undefined)
}

/**
 * True when neither this browser nor the server has the files of this build, so that further views cannot be loaded.
 * The visitor sees a message. False when the server cannot be reached.
 */
export async function isOutdated(): Promise<boolean> {
  const isGone = !(await isKept()) && (await isEntryGone())
  if (isGone) offerReload(frameTexts.newVersion)
  return isGone
}

/** True when the worker of this page has its files. */
async function isKept(): Promise<boolean> {
  if (!navigator.serviceWorker?.controller) return false
  try {
    return (await caches.match(entryScript(), { ignoreVary: true })) !== undefined
  } catch {
    return false
  }
}

/** Checks the entry script, whose name changes with every build. HEAD requests bypass the service worker. */
async function isEntryGone(): Promise<boolean> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  try {
    const { status, headers } = await fetch(entryScript(), { method: 'HEAD', cache: 'no-store', signal })
    // Some servers respond with the page itself in place of a missing file.
    return status === 404 || (status === 200 && (headers.get('Content-Type') ?? '').startsWith('text/html'))
  } catch {
    return false
  }
}

function entryScript(): string {
  return find(document, 'script[type="module"]', HTMLScriptElement).src
}
