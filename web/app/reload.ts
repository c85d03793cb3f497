import { isAtWork } from './at-work.ts'
import { offerReload } from './notice.ts'

/** Opens the page anew. A tab that is at work goes on with it, and is told the reason why it should be reloaded. */
export function reloadUnlessAtWork(reason: string): void {
  if (isAtWork()) offerReload(reason)
  else location.reload()
}
