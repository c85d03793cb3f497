import { DomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { PackFile, PackFiles } from '../ports/pack-files.ts'
import { decodePackTable, type PackedBlock, packTailBytes } from './pack-table.ts'

/** As much holds the table of most packs, so that it comes with one read. */
const FIRST_READ_BYTES = 16 * 1024

/**
 * The blocks of a pack by its own table, or `undefined` for a pack without one, which builds before this one wrote.
 * Throws `corrupt` when the table is damaged, and `not-found` when there is no such file.
 */
export async function readPackTable(
  files: Pick<PackFiles, 'read'>,
  { pack, sizeBytes: fileBytes }: PackFile,
  options: AbortOptions = {},
): Promise<readonly PackedBlock[] | undefined> {
  const readEnd = async (sizeBytes: number) => {
    const end = await files.read({ pack, offset: fileBytes - sizeBytes, sizeBytes }, options)
    if (end?.byteLength !== sizeBytes)
      throw new DomainError('not-found', `Cannot read pack ${pack}: not there`)
    return end
  }
  if (fileBytes === 0) return undefined
  let end = await readEnd(Math.min(fileBytes, FIRST_READ_BYTES))
  const tailBytes = packTailBytes(end)
  if (tailBytes === undefined) return undefined
  if (tailBytes > fileBytes)
    throw new DomainError('corrupt', 'Cannot read table of pack: its length is out of bounds')
  if (tailBytes > end.byteLength) end = await readEnd(tailBytes)
  return decodePackTable(end.subarray(end.byteLength - tailBytes), { fileBytes })
}
