import { pagePart } from '../../page-part.ts'
import type { MenuItem } from '../menu.ts'
import type { Shared } from './show-share.ts'

const dialog = pagePart(() => import('./show-share.ts'))

/**
 * Shows the dialog to share content, whose code is loaded with its first use. `copies` are the actions that copy it to
 * another node.
 */
export async function shareContent(shared: Shared, copies: readonly MenuItem[]): Promise<void> {
  const { showShare } = await dialog()
  await showShare(shared, copies)
}
