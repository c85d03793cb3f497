import type { AbortOptions } from '../ports/abort.ts'
import type { PackFiles } from '../ports/pack-files.ts'

/**
 * True if the file of a pack exists and reaches to this offset in bytes, at least 1. Reads the byte before it. A row
 * that leads behind the end of its pack is of no use: the file was cut off, or an older copy of the rows was put back.
 */
export async function packReaches(
  files: Pick<PackFiles, 'read'>,
  { pack, endBytes }: { readonly pack: number; readonly endBytes: number },
  options: AbortOptions,
): Promise<boolean> {
  const last = await files.read({ pack, offset: endBytes - 1, sizeBytes: 1 }, options)
  return last?.byteLength === 1
}
