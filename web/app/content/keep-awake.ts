import { keepingAlive } from '../../host/keep-alive.ts'

/** The page is not told when a download ends. */
const MAX_DOWNLOAD_MS = 10 * 60_000

/** Keeps the service worker alive for a download, which the browser reads without the page. */
export function keepAwakeForDownload(): void {
  void keepingAlive(() => new Promise<void>((resolve) => setTimeout(resolve, MAX_DOWNLOAD_MS)))
}
