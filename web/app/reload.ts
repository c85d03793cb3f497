import { isAtWork } from './at-work.ts'
import { offerReload } from './notice.ts'

/** Reloads the page. A tab with unfinished work is not reloaded, and shows why it should be. */
export function reloadUnlessAtWork(reason: string): void {
  if (isAtWork()) offerReload(reason)
  else location.reload()
}
