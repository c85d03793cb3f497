import type { Activity } from '../src/diagnostics/activity.ts'
import type { AbortOptions } from '../src/ports/abort.ts'
import type { BlockObjectsOptions } from './block-objects.ts'

const PREFIX = 'p/'

export interface NewPack {
  readonly pack: number
  readonly bytes: Uint8Array
  /** How many blocks the bytes are of: a sweep that finds a pack without its row counts by it. */
  readonly blocks: number
}

/** A part of a pack, in bytes. */
export interface PackPart {
  readonly pack: number
  readonly offset: number
  readonly sizeBytes: number
}

/** The bytes of packs in one R2 bucket: object `p/<number>` for each. */
export interface PackObjects {
  write(pack: NewPack, options?: AbortOptions): Promise<void>
  /** `undefined` when the pack is gone. */
  read(part: PackPart, options?: AbortOptions): Promise<Uint8Array | undefined>
  remove(packs: readonly number[]): Promise<void>
  /** All packs, by pages of at most 1,000. */
  pages(options?: AbortOptions): AsyncIterable<readonly { pack: number; blocks: number }[]>
}

export function packObjects({ bucket, slots, activity }: BlockObjectsOptions): PackObjects {
  return {
    write: ({ pack, bytes, blocks }, options) =>
      slots.run(
        counted(activity, bytes.byteLength, async () => {
          await bucket.put(nameOf(pack), bytes, { customMetadata: { blocks: String(blocks) } })
        }),
        options,
      ),
    read: ({ pack, offset, sizeBytes }, options) =>
      slots.run(
        counted(activity, sizeBytes, async () => {
          const object = await bucket.get(nameOf(pack), { range: { offset, length: sizeBytes } })
          return object === null ? undefined : new Uint8Array(await object.arrayBuffer())
        }),
        options,
      ),
    remove: (packs) => slots.run(() => bucket.delete(packs.map(nameOf))),
    async *pages(options = {}) {
      let cursor: string | undefined
      do {
        const page = await slots.run(
          () => bucket.list({ prefix: PREFIX, include: ['customMetadata'], ...(cursor && { cursor }) }),
          options,
        )
        yield page.objects.flatMap(({ key, customMetadata }) => {
          const pack = Number(key.slice(PREFIX.length))
          return nameOf(pack) === key ? { pack, blocks: Number(customMetadata?.['blocks']) } : []
        })
        cursor = page.truncated ? page.cursor : undefined
      } while (cursor !== undefined)
    },
  }
}

function nameOf(pack: number): string {
  return `${PREFIX}${pack}`
}

function counted<T>(activity: Activity, sizeBytes: number, task: () => Promise<T>): () => Promise<T> {
  return async () => {
    const done = activity.enter('bytes-in-flight', sizeBytes)
    try {
      return await task()
    } finally {
      done()
    }
  }
}
