import { keepingAlive } from '../../host/keep-alive.ts'

/** Nothing tells the page when a download has ended. */
const LONGEST_DOWNLOAD_MS = 10 * 60_000

/** Keeps the node awake for a download, which the browser reads and not the page. */
export function keepAwakeForDownload(): void {
  void keepingAlive(() => new Promise<void>((resolve) => setTimeout(resolve, LONGEST_DOWNLOAD_MS)))
}
