import type { MenuItem } from '../menu.ts'
import type { Shared } from './show-share.ts'

/**
 * Shows the dialog to share content, whose code is loaded with its first use. `copies` are the actions that copy it to
 * another node.
 */
export async function shareContent(shared: Shared, copies: readonly MenuItem[]): Promise<void> {
  const { showShare } = await import('./show-share.ts')
  await showShare(shared, copies)
}
