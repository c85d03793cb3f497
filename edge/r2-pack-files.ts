import { joinBytes } from '../src/codec/bytes/bytes.ts'
import { DomainError } from '../src/errors.ts'
import type { AbortOptions } from '../src/ports/abort.ts'
import type { PackFile, PackFiles } from '../src/ports/pack-files.ts'
import type { BlockObjectsOptions } from './block-objects.ts'
import { isCutShort } from './cut-short.ts'

const PREFIX = 'p/'

/** Numbers that are tried for one pack: the second is above all that the bucket has. */
const MAX_TRIES = 4

/** Says that an object with this name is there already, when it is not to be written then. */
const ONLY_NEW = new Headers({ 'If-None-Match': '*' })

/** Numbers for packs. They are on disk before an object is written, so that none is used twice. */
export interface PackNumbers {
  /** A number above `above` that no pack has had, for one of `sizeBytes`. */
  reserve(sizeBytes: number, above: number): Promise<number>
  /** True when it is not known which numbers the bucket has: no pack is known. */
  isEmpty(): boolean
  /** Gives back a number under which another object was found. */
  release(pack: number): Promise<void>
}

export interface R2PackFilesOptions extends Pick<BlockObjectsOptions, 'bucket' | 'slots'> {
  readonly numbers: PackNumbers
}

/**
 * {@link PackFiles} in one R2 bucket: object `p/<number>` for each. When the database was lost, or an older one was put
 * in its place, the bucket has packs that it knows nothing of; none of them is ever overwritten.
 */
export function r2PackFiles({ bucket, slots, numbers }: R2PackFilesOptions): PackFiles {
  /** Every number up to this one may be in the bucket without being known. */
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
          // A range behind the end is an error, which has another text in each implementation.
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
