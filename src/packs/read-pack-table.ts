import { DomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { PackFile, PackFiles } from '../ports/pack-files.ts'
import { decodePackTable, type PackedBlock, packTailBytes } from './pack-table.ts'

/** Enough for the tables of most packs, so that one read is enough. */
const FIRST_READ_BYTES = 16 * 1024

/**
 * Reads the table of a pack. `undefined` for a pack without one, as earlier versions wrote them. Throws
 * `corrupt` when the table is damaged, `not-found` when the file does not exist.
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
