import { call } from '../call.ts'
import type { Kept } from './kept-names.ts'

/** As the node bounds it. */
const MAX_NAME_BYTES = 255

/**
 * Gives the pin of a root its name, so that the list of any page of this origin has it. A name that is too long
 * for a pin is only remembered by this page.
 */
export async function namePin({ cid, name }: Kept, options: { readonly signal: AbortSignal }): Promise<void> {
  if (!name || new TextEncoder().encode(name).byteLength > MAX_NAME_BYTES) return
  await call('pin/add', { args: { 'ipfs-path': cid }, options: { name } }, options)
}
