import { find } from './find.ts'

/** How long a part waits to hear whether its build is still there. */
const PATIENCE_MS = 2_000

/**
 * Tells the visitor of a tab that was left open when the server has another build of this page: as soon as the tab is
 * looked at again, or when the worker of that build takes over.
 */
export function watchVersion(): void {
  const look = () => void isOutdated()
  find(document, '#new-version-reload', HTMLButtonElement).addEventListener('click', () => location.reload())
  document.addEventListener('visibilitychange', look)
  navigator.serviceWorker?.addEventListener('controllerchange', look)
}

/**
 * True when the server no longer has the files of this build, so that parts not loaded yet cannot be; the visitor is
 * told. False without an answer: then the parts come from the browser's own copy.
 */
export async function isOutdated(): Promise<boolean> {
  const isGone = await isEntryGone()
  if (isGone) find(document, '#new-version', HTMLElement).hidden = false
  return isGone
}

/** The name of the first script changes with every part. A service worker leaves HEAD to the network. */
async function isEntryGone(): Promise<boolean> {
  const { src } = find(document, 'script[type="module"]', HTMLScriptElement)
  const signal = AbortSignal.timeout(PATIENCE_MS)
  try {
    const { status, headers } = await fetch(src, { method: 'HEAD', cache: 'no-store', signal })
    // Some servers answer with the page itself in place of a file that they do not have.
    return status === 404 || (status === 200 && (headers.get('Content-Type') ?? '').startsWith('text/html'))
  } catch {
    return false
  }
}
