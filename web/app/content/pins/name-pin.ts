import { call } from '../../call.ts'

/** The node's limit. */
const MAX_NAME_BYTES = 255

/** Names a pin, so that every list of pins shows the name. A name that is too long for a pin is left out. */
export async function namePin(
  { cid, name }: { readonly cid: string; readonly name: string },
  options: { readonly signal: AbortSignal },
): Promise<void> {
  if (new TextEncoder().encode(name).byteLength > MAX_NAME_BYTES) return
  await call('pin/add', { args: { 'ipfs-path': cid }, options: { name } }, options)
}
