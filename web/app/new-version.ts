import { find } from './find.ts'
import { offerReload } from './notice.ts'

/** How long a view waits for the check of its build. */
const PATIENCE_MS = 2_000

/**
 * Tells the visitor of an open tab that the server has a newer build of the page: when the tab becomes visible
 * again, or when the worker of that build takes over.
 */
export function watchVersion(): void {
  const look = () => void isOutdated()
  document.addEventListener('visibilitychange', look)
  navigator.serviceWorker?.addEventListener('controllerchange', look)
}

/**
 * True when the server no longer has the files of this build, so that further views cannot be loaded. The
 * visitor is told. False when the server cannot be reached: then views are loaded from the browser's cache.
 */
export async function isOutdated(): Promise<boolean> {
  const isGone = await isEntryGone()
  if (isGone)
    offerReload('There is a new version of this page. Reload to continue; the data in this browser is kept.')
  return isGone
}

/** Checks the entry script, whose name changes with every build. HEAD requests bypass the service worker. */
async function isEntryGone(): Promise<boolean> {
  const { src } = find(document, 'script[type="module"]', HTMLScriptElement)
  const signal = AbortSignal.timeout(PATIENCE_MS)
  try {
    const { status, headers } = await fetch(src, { method: 'HEAD', cache: 'no-store', signal })
    // Some servers respond with the page itself in place of a missing file.
    return status === 404 || (status === 200 && (headers.get('Content-Type') ?? '').startsWith('text/html'))
  } catch {
    return false
  }
}
