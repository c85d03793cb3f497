import { DomainError } from '../src/errors.ts'
import type { AbortOptions, StoreWriteOptions } from '../src/ports/abort.ts'
import type { PackFile, PackFiles, PackRange } from '../src/ports/pack-files.ts'
import type { PackNumbers, PackStore } from './pack-store.ts'

/** Attempts to find free numbers for packs. The second attempt starts above all numbers in use. */
const MAX_TRIES = 4

/** The content of a file, in consecutive parts. */
type PackParts = readonly Uint8Array[]

export interface NumberedPacksOptions {
  /** New files go to the first store. The others hold files of earlier versions. */
  readonly stores: readonly [PackStore, ...PackStore[]]
  readonly numbers: PackNumbers
}

/**
 * {@link PackFiles} in one or more stores that share their numbers. After the database was lost or restored from
 * an older copy, the stores have packs that it does not know. They are never overwritten.
 */
export function numberedPacks({ stores, numbers }: NumberedPacksOptions): PackFiles {
  const [first] = stores
  /** Numbers up to this one may be in use without a record. */
  let taken = 0
  let isChecked = false

  async function* list(options: AbortOptions = {}): AsyncGenerator<readonly PackFile[], void> {
    for (const store of stores) yield* store.list(options)
  }
  const findTaken = async (options: AbortOptions) => {
    for await (const page of list(options)) {
      taken = page.reduce((highest, { pack }) => Math.max(highest, pack), taken)
    }
  }
  /**
   * Writes files up to the first whose number is taken, and resolves to the numbers of those. Releases the other
   * numbers, because a file that is stored under one is not ours: as a recorded one that no row names, it would be
   * removed. A failed write may have left a file, so its number stays recorded.
   */
  const writeSome = async (files: readonly PackParts[], options: StoreWriteOptions) => {
    const packs = await numbers.reserve(files.map(sizeOf), taken)
    let written = 0
    try {
      for (const [at, parts] of files.entries()) {
        if (!(await first.write(packs[at] ?? 0, parts, options))) break
        written += 1
      }
    } catch (error) {
      await numbers.release(packs.slice(written + 1)).catch(() => undefined)
      throw error
    }
    if (written < packs.length) await numbers.release(packs.slice(written))
    return packs.slice(0, written)
  }

  return {
    list,
    async append(files, options = {}) {
      options.signal?.throwIfAborted()
      if (files.length === 0) return []
      if (!isChecked && numbers.isEmpty()) await findTaken(options)
      isChecked = true
      const packs: number[] = []
      for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
        if (tries > 1) await findTaken(options)
        packs.push(...(await writeSome(files.slice(packs.length), options)))
        if (packs.length === files.length) return packs
      }
      throw new DomainError(
        'unavailable',
        `Cannot write pack: ${MAX_TRIES} numbers were taken by another writer`,
      )
    },
    async read(range, options) {
      if (!mayBeThere(range)) return undefined
      for (const store of stores) {
        const bytes = await store.read(range, options)
        if (bytes) return bytes
      }
      return undefined
    },
    async remove(packs, options) {
      options?.signal?.throwIfAborted()
      let left: readonly number[] = packs.filter(isNumber)
      for (const store of stores) if (left.length > 0) left = await store.remove(left, options)
    },
  }
}

function sizeOf(parts: PackParts): number {
  return parts.reduce((sum, { byteLength }) => sum + byteLength, 0)
}

/** False for numbers that no pack has. A row on a damaged disk may name them: it leads to nothing. */
function mayBeThere({ pack, offset, sizeBytes }: PackRange): boolean {
  return isNumber(pack) && isSize(offset) && isSize(sizeBytes)
}

function isNumber(pack: number): boolean {
  return Number.isSafeInteger(pack) && pack >= 1
}

function isSize(bytes: number): boolean {
  return Number.isSafeInteger(bytes) && bytes >= 0
}
