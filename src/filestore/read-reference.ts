import { isBlock } from '../blocks/source.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Reference } from './reference-rows.ts'
import type { Sources } from './sources.ts'

/** The bytes of a referenced block, or why they cannot be had; reasons name the source. */
export type ReferencedBlock =
  | { readonly state: 'good'; readonly bytes: Uint8Array }
  | { readonly state: 'no-file' | 'changed' | 'error'; readonly reason: string }

/** Reads the block of a reference. Bytes that do not hash to its CID are never returned. */
export async function readReference(
  sources: Pick<Sources, 'read'>,
  { cid, location, offset, sizeBytes }: Reference,
  options: AbortOptions = {},
): Promise<ReferencedBlock> {
  const piece = await sources.read(location, { offset, sizeBytes, ...options })
  if (piece.state !== 'read') {
    return { state: piece.state === 'no-file' ? 'no-file' : 'error', reason: piece.reason }
  }
  if (piece.bytes.byteLength < sizeBytes) return { state: 'changed', reason: 'unexpected EOF' }
  if (await isBlock(cid, piece.bytes)) return { state: 'good', bytes: piece.bytes }
  return { state: 'changed', reason: `data in file did not match. ${location} offset ${offset}` }
}
