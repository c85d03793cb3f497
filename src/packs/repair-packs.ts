import type { ByteBudget } from '../blocks/byte-budget.ts'
import { cidOfBlockKey } from '../codec/cid/cid.ts'
import { assertSecureHash, verifyBlock } from '../codec/cid/multihash.ts'
import { isDomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { SweepReport } from '../ports/blockstore.ts'
import type { PackFile, PackFiles } from '../ports/pack-files.ts'
import type { PackIndex, RestoredBlock } from './pack-index.ts'
import type { PackLock } from './pack-lock.ts'
import { packReaches } from './pack-reaches.ts'
import type { PackedBlock } from './pack-table.ts'
import { readPackTable } from './read-pack-table.ts'

/** Most messages in one report: more would only repeat them. */
const MAX_UNREADABLE = 100

export interface RepairPacksOptions extends AbortOptions {
  readonly files: PackFiles
  readonly index: PackIndex
  readonly lock: PackLock
  readonly budget: Pick<ByteBudget, 'take'>
  /** Removes files, and everything cached or recorded about them. */
  remove(packs: readonly number[], options: AbortOptions): Promise<void>
}

/**
 * Checks every pack file that the index does not name, or whose rows are incomplete:
 *
 * - A block in the pack's table that has no row gets one, after its bytes were verified. This may bring back a
 *   block that was removed just before its pack: garbage collection then removes it again.
 * - A block whose row names another pack, of which the file is gone or cut off, gets its row changed, after its bytes
 *   were verified: an older copy of the index was put back after that pack had been rewritten.
 * - A pack whose blocks are all elsewhere is removed like an unused one: its writer was killed before the rows
 *   named it.
 * - A pack without a table is removed too, unless rows name it. An earlier version wrote it, and its blocks
 *   cannot be known.
 * - A pack with a damaged table, or with missing blocks of which none is intact, is kept and reported.
 *
 * A process that is killed between any two steps leaves only packs of these kinds.
 */
export async function repairPacks(options: RepairPacksOptions): Promise<SweepReport> {
  const { files, index, lock, budget, remove, signal } = options
  const unreadable: string[] = []
  let [removedBlocks, indexedBlocks] = [0, 0]

  const sweepUnused = async (page: readonly PackFile[]) => {
    const states = await index.statesOf(numbersOf(page), { signal })
    const unused = page.filter((_, at) => states[at] === 'unused')
    for (const file of unused) removedBlocks += await blocksOf(file, options)
    if (unused.length > 0) await remove(numbersOf(unused), { signal })
    return page.filter((_, at) => states[at] === 'lost')
  }
  const repair = async (file: PackFile) => {
    const [state] = await index.statesOf([file.pack], { signal })
    if (state !== 'lost') return
    const repaired = await repairPack(file, options)
    removedBlocks += repaired.removedBlocks
    indexedBlocks += repaired.indexedBlocks
    unreadable.push(...repaired.unreadable.slice(0, MAX_UNREADABLE - unreadable.length))
  }
  for await (const page of files.list({ signal })) {
    for (const file of await lock.exclusive(() => sweepUnused(page), { signal })) {
      // Before the lock: writers hold room while they wait for it.
      const release = await budget.take(file.sizeBytes, { signal })
      try {
        await lock.exclusive(() => repair(file), { signal })
      } finally {
        release()
      }
    }
  }
  return { removedBlocks, indexedBlocks, unreadable }
}

async function repairPack(file: PackFile, options: RepairPacksOptions): Promise<SweepReport> {
  const { files, index, remove, signal } = options
  const { pack } = file
  let table: readonly PackedBlock[] | undefined
  try {
    table = await readPackTable(files, file, { signal })
  } catch (error) {
    // Compaction may have removed the file since it was listed.
    const named = isDomainError(error, 'not-found')
      ? await index.blocksIn(pack, noTable, { signal })
      : undefined
    return named?.length === 0 ? NOTHING : unrepaired([`pack ${pack}: ${damage(error)}`])
  }
  const named = await index.blocksIn(pack, async () => table, { signal })
  const lost = await lostBlocks(file, table ?? [], options)
  if (lost.length === 0 && named.length === 0) {
    await remove([pack], { signal })
    return { ...NOTHING, removedBlocks: table?.length ?? file.blocks ?? 1 }
  }
  const { blocks, unreadable } = await verified(file, lost, options)
  if (blocks.length === 0 && named.length === 0) return unrepaired(unreadable)
  const sizeBytes = bytesOf(table ?? named)
  await index.restore({ pack, sizeBytes, usedBytes: bytesOf([...named, ...blocks]), blocks }, { signal })
  return { ...NOTHING, indexedBlocks: blocks.length, unreadable }
}

/** Those blocks of a pack that have no row, or whose row names another pack that does not reach to their end. */
async function lostBlocks(
  { pack }: PackFile,
  table: readonly PackedBlock[],
  { files, index, signal }: RepairPacksOptions,
): Promise<readonly RestoredBlock[]> {
  const keys = table.map(({ key }) => key)
  const places = await index.placesOf(keys, { signal })
  const ends = new Map<number, number>()
  for (const place of places) {
    if (place === undefined || place === 'apart' || place.pack === pack) continue
    ends.set(place.pack, Math.max(ends.get(place.pack) ?? 1, place.offset + place.sizeBytes))
  }
  const short = new Set<number>()
  for (const [other, end] of ends) {
    if (!(await packReaches(files, { pack: other, endBytes: end }, { signal }))) short.add(other)
  }
  return table.flatMap((block, at): RestoredBlock[] => {
    const place = places[at]
    if (place === undefined) return [block]
    return place !== 'apart' && short.has(place.pack) ? [{ ...block, from: place.pack }] : []
  })
}

/**
 * Divides blocks into those whose bytes are intact, and one message for each other. All are read with one
 * operation.
 */
async function verified(
  { pack }: PackFile,
  blocks: readonly RestoredBlock[],
  { files, signal }: RepairPacksOptions,
): Promise<{ blocks: readonly RestoredBlock[]; unreadable: readonly string[] }> {
  const [first, last] = [blocks[0], blocks.at(-1)]
  if (!first || !last) return { blocks: [], unreadable: [] }
  const { offset } = first
  const sizeBytes = last.offset + last.sizeBytes - offset
  const bytes = await files.read({ pack, offset, sizeBytes }, { signal })
  const faults = await Promise.all(
    blocks.map((block) => faultOf(block, bytes?.subarray(block.offset - offset) ?? new Uint8Array())),
  )
  return {
    blocks: blocks.filter((_, at) => faults[at] === undefined),
    unreadable: faults.flatMap((fault) => (fault === undefined ? [] : `pack ${pack}: ${fault}`)),
  }
}

/**
 * Describes what is wrong with a block, whose bytes are at the beginning of `from`. `undefined` for an intact
 * block.
 */
async function faultOf({ key, sizeBytes }: PackedBlock, from: Uint8Array): Promise<string | undefined> {
  const cid = cidOfBlockKey(key)
  try {
    assertSecureHash(cid.multihash)
    await verifyBlock(cid, from.subarray(0, sizeBytes))
    return undefined
  } catch (error) {
    return `block ${cid}: ${damage(error)}`
  }
}

/** The message of an error that means unusable bytes. Rethrows every other error. */
function damage(error: unknown): string {
  if (isDomainError(error) && error.code !== 'unavailable') return error.message
  throw error
}

async function blocksOf(file: PackFile, { files, signal }: RepairPacksOptions): Promise<number> {
  const table = await readPackTable(files, file, { signal }).catch((error: unknown) => damage(error))
  return typeof table === 'string' ? 0 : (table?.length ?? file.blocks ?? 1)
}

function bytesOf(blocks: readonly PackedBlock[]): number {
  return blocks.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
}

function numbersOf(files: readonly PackFile[]): number[] {
  return files.map(({ pack }) => pack)
}

const noTable = async () => []

const NOTHING: SweepReport = { removedBlocks: 0, indexedBlocks: 0, unreadable: [] }

function unrepaired(unreadable: readonly string[]): SweepReport {
  return { ...NOTHING, unreadable }
}
