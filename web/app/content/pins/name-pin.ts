import { call } from '../../call.ts'
import type { Kept } from './kept-names.ts'

/** The node's limit. */
const MAX_NAME_BYTES = 255

/**
 * Names the pin of a root, so that the lists of all pages of this origin show the name. A name that is too long
 * for a pin is remembered only by this page.
 */
export async function namePin({ cid, name }: Kept, options: { readonly signal: AbortSignal }): Promise<void> {
  if (!name || new TextEncoder().encode(name).byteLength > MAX_NAME_BYTES) return
  await call('pin/add', { args: { 'ipfs-path': cid }, options: { name } }, options)
}
