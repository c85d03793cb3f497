import { DomainError } from '../src/errors.ts'
import type { AbortOptions, StoreWriteOptions } from '../src/ports/abort.ts'
import type { PackFile, PackFiles } from '../src/ports/pack-files.ts'
import type { PackNumbers, PackStore } from './pack-store.ts'

/** Attempts to find a free number for one pack. The second attempt starts above all numbers in use. */
const MAX_TRIES = 4

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
  const writeAnew = async (parts: readonly Uint8Array[], options: StoreWriteOptions): Promise<number> => {
    for (let tries = 1; tries < MAX_TRIES; tries += 1) {
      await findTaken(options)
      const [pack = 0] = await numbers.reserve([sizeOf(parts)], taken)
      if (await first.write(pack, parts, options)) return pack
      await numbers.release(pack)
    }
    throw new DomainError(
      'unavailable',
      `Cannot write pack: ${MAX_TRIES} numbers were taken by another writer`,
    )
  }

  return {
    list,
    async append(files, options = {}) {
      options.signal?.throwIfAborted()
      if (files.length === 0) return []
      if (!isChecked && numbers.isEmpty()) await findTaken(options)
      isChecked = true
      const packs = [...(await numbers.reserve(files.map(sizeOf), taken))]
      for (const [at, parts] of files.entries()) {
        const pack = packs[at] ?? 0
        if (await first.write(pack, parts, options)) continue
        await numbers.release(pack)
        packs[at] = await writeAnew(parts, options)
      }
      return packs
    },
    async read(range, options) {
      for (const store of stores) {
        const bytes = await store.read(range, options)
        if (bytes) return bytes
      }
      return undefined
    },
    async remove(packs, options) {
      options?.signal?.throwIfAborted()
      let left = packs
      for (const store of stores) if (left.length > 0) left = await store.remove(left, options)
    },
  }
}

function sizeOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { byteLength }) => sum + byteLength, 0)
}
