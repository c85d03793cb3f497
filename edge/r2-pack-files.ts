import { joinBytes } from '../src/codec/bytes/bytes.ts'
import { DomainError } from '../src/errors.ts'
import type { AbortOptions } from '../src/ports/abort.ts'
import type { PackFile, PackFiles } from '../src/ports/pack-files.ts'
import type { BlockObjectsOptions } from './block-objects.ts'
import { isCutShort } from './cut-short.ts'

const PREFIX = 'p/'

/** Attempts to find a free number for one pack. The second attempt starts above all numbers in the bucket. */
const MAX_TRIES = 4

/** Makes a write fail if an object with this name exists. */
const ONLY_NEW = new Headers({ 'If-None-Match': '*' })

/** Allocates pack numbers. A number is on disk before its object is written, so none is used twice. */
export interface PackNumbers {
  /** Reserves a new number greater than `above` for a pack of `sizeBytes`. */
  reserve(sizeBytes: number, above: number): Promise<number>
  /** True when no pack is recorded, so that the bucket may have packs with unknown numbers. */
  isEmpty(): boolean
  /** Releases a number under which the bucket already had an object. */
  release(pack: number): Promise<void>
}

export interface R2PackFilesOptions extends Pick<BlockObjectsOptions, 'bucket' | 'slots'> {
  readonly numbers: PackNumbers
}

/**
 * {@link PackFiles} in one R2 bucket, with an object `p/<number>` for each pack. After the database was lost or
 * restored from an older copy, the bucket has packs that it does not know. They are never overwritten.
 */
export function r2PackFiles({ bucket, slots, numbers }: R2PackFilesOptions): PackFiles {
  /** Numbers up to this one may be in use in the bucket without a record. */
  let taken = 0
  let isChecked = false

  async function* list(options: AbortOptions = {}): AsyncGenerator<readonly PackFile[], void> {
    let cursor: string | undefined
    do {
      const page = await slots.run(
        () => bucket.list({ prefix: PREFIX, include: ['customMetadata'], ...(cursor && { cursor }) }),
        options,
      )
      yield page.objects.flatMap(({ key, size, customMetadata }) => {
        const pack = Number(key.slice(PREFIX.length))
        const blocks = Number(customMetadata?.['blocks'] ?? Number.NaN)
        return nameOf(pack) === key ? { pack, sizeBytes: size, ...(blocks >= 0 && { blocks }) } : []
      })
      options.signal?.throwIfAborted()
      cursor = page.truncated ? page.cursor : undefined
    } while (cursor !== undefined)
  }
  const findTaken = async (options: AbortOptions) => {
    for await (const page of list(options)) {
      taken = page.reduce((highest, { pack }) => Math.max(highest, pack), taken)
    }
  }
  const write = async (bytes: Uint8Array, options: AbortOptions): Promise<number> => {
    if (!isChecked && numbers.isEmpty()) await findTaken(options)
    isChecked = true
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const pack = await numbers.reserve(bytes.byteLength, taken)
      const written = await slots.run(() => bucket.put(nameOf(pack), bytes, { onlyIf: ONLY_NEW }), options)
      if (written !== null) return pack
      await numbers.release(pack)
      await findTaken(options)
    }
    throw new DomainError(
      'unavailable',
      `Cannot write pack: ${MAX_TRIES} numbers were taken by another writer`,
    )
  }

  return {
    list,
    async append(files, options = {}) {
      const packs: number[] = []
      for (const parts of files) packs.push(await write(joinBytes(parts), options))
      return packs
    },
    read: ({ pack, offset, sizeBytes }, options) =>
      slots.run(async () => {
        try {
          const object = await bucket.get(nameOf(pack), { range: { offset, length: sizeBytes } })
          return object === null ? undefined : new Uint8Array(await object.arrayBuffer())
        } catch (error) {
          // R2 rejects a range behind the end, with a different message in each implementation.
          const object = await bucket.head(nameOf(pack))
          if (object && object.size <= offset) return new Uint8Array()
          if (await isCutShort(bucket, nameOf(pack))) return new Uint8Array()
          throw error
        }
      }, options),
    async remove(packs, options) {
      options?.signal?.throwIfAborted()
      if (packs.length > 0) await slots.run(() => bucket.delete(packs.map(nameOf)))
    },
  }
}

function nameOf(pack: number): string {
  return `${PREFIX}${pack}`
}
