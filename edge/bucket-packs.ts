import { joinBytes } from '../src/codec/bytes/bytes.ts'
import type { BlockObjectsOptions } from './block-objects.ts'
import { isCutShort } from './cut-short.ts'
import type { PackStore } from './pack-store.ts'

const PREFIX = 'p/'

/** Makes a write fail if an object with this name exists. */
const ONLY_NEW = new Headers({ 'If-None-Match': '*' })

export type BucketPacksOptions = Pick<BlockObjectsOptions, 'bucket' | 'slots'>

/** {@link PackStore} in one R2 bucket, with an object `p/<number>` for each pack. */
export function bucketPacks({ bucket, slots }: BucketPacksOptions): PackStore {
  return {
    async write(pack, parts, options) {
      const bytes = joinBytes(parts)
      const written = await slots.run(() => bucket.put(nameOf(pack), bytes, { onlyIf: ONLY_NEW }), options)
      return written !== null
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
    async remove(packs) {
      await slots.run(() => bucket.delete(packs.map(nameOf)))
      return []
    },
    async *list(options = {}) {
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
    },
  }
}

function nameOf(pack: number): string {
  return `${PREFIX}${pack}`
}
