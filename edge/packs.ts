import { inPacks } from '../src/blocks/in-packs.ts'
import type { AbortOptions } from '../src/ports/abort.ts'
import type { Clock } from '../src/ports/clock.ts'
import type { BlockIndex } from './block-index.ts'
import type { BlockObjectsOptions } from './block-objects.ts'
import type { Commits } from './commits.ts'
import { type PackPart, packObjects } from './pack-objects.ts'
import { type PackedBlock, packRows } from './pack-rows.ts'
import { packWindows } from './pack-windows.ts'

/** A pack is closed when the next block would make it larger: those who read through it hold all of it. */
const PACK_BYTES = 4 * 1024 * 1024
/** Packs looked at by one {@link Packs.tidy}. */
const TIDIED_AT_ONCE = 64

/** A block that is in its row alone, and goes into a pack. */
export interface PackableBlock {
  readonly key: string
  readonly sizeBytes: number
}

/** Blocks that share objects of the bucket, each written once, and removed when hardly any of its blocks is left. */
export interface Packs {
  /** Parts blocks as they will share objects, in their order. */
  parted<T extends PackableBlock>(blocks: Iterable<T>): T[][]
  /** Writes one object for blocks that are in rows, then names it in those of their rows that are left. */
  write(blocks: readonly PackableBlock[]): Promise<void>
  /** The bytes, which are the caller's own, or `undefined` when the pack is gone. */
  read(part: PackPart, options?: AbortOptions): Promise<Uint8Array | undefined>
  /** True when {@link Packs.tidy} has something to do. */
  isUntidy(): boolean
  /** Removes some packs of which nothing is used, and writes anew, together, what is left of some of which little is. */
  tidy(): Promise<void>
  /** Removes every object of a pack that no row names; resolves to the number of blocks that were in them. */
  sweep(options?: AbortOptions): Promise<number>
}

export interface PacksOptions extends BlockObjectsOptions {
  readonly storage: DurableObjectStorage
  readonly commits: Commits
  readonly clock: Clock
  readonly index: Pick<BlockIndex, 'find'>
}

/** A block on its way into a pack, with its bytes, which are read when their turn comes. */
interface Moving extends PackableBlock {
  /** The pack it leaves. */
  readonly from?: number
  /** `undefined` when the block is gone. */
  read(): Uint8Array | undefined
}

/**
 * {@link Packs} of one Durable Object. The number of a pack is on disk before its object is written, and the rows that
 * name it after that; an object is removed once it is on disk that no row names it, and its number is forgotten last.
 * So whatever a lost process leaves, an object has its number on disk, by which {@link Packs.tidy} finds it.
 */
export function packs(options: PacksOptions): Packs {
  const { storage, commits, index, clock } = options
  const rows = packRows(storage)
  const objects = packObjects(options)
  const windows = packWindows({ objects, clock, sizeOf: rows.sizeOf })
  const writing = new Set<number>()
  /** Their objects are lost: nothing can be made of them. */
  const lost = new Set<number>()
  const untidy = (limit: number) =>
    rows.sparse(limit + writing.size + lost.size).filter(({ pack }) => !writing.has(pack) && !lost.has(pack))

  const write = async (blocks: readonly Moving[]) => {
    const { bytes, packed } = joined(blocks)
    if (packed.length === 0) return
    const pack = await commits.run(() => {
      const reserved = rows.reserve(bytes.byteLength)
      writing.add(reserved)
      return reserved
    })
    try {
      await objects.write({ pack, bytes, blocks: packed.length })
      await commits.run(() => rows.place(pack, packed))
    } finally {
      writing.delete(pack)
    }
  }
  /** Only what is left is kept: all that lies between is many times as much. */
  const readLeft = async (pack: number): Promise<Moving[]> => {
    const left = rows.blocksOf(pack)
    const [first, last] = [left[0], left.at(-1)]
    if (!first || !last) return []
    const part = { pack, offset: first.offset, sizeBytes: last.offset + last.sizeBytes - first.offset }
    const bytes = await objects.read(part)
    if (bytes?.byteLength !== part.sizeBytes) {
      lost.add(pack)
      return []
    }
    return left.map(({ key, sizeBytes, offset }) => {
      const own = bytes.slice(offset - part.offset, offset - part.offset + sizeBytes)
      return { key, sizeBytes, from: pack, read: () => own }
    })
  }
  const removeAll = async (garbage: readonly number[]) => {
    if (garbage.length === 0) return
    await objects.remove(garbage)
    rows.forget(garbage)
  }

  return {
    parted: (blocks) => inPacks(blocks, { packBytes: PACK_BYTES, sizeOf: ({ sizeBytes }) => sizeBytes }),
    write: (blocks) => write(blocks.map((block) => ({ ...block, read: () => index.find(block.key)?.bytes }))),
    read: windows.read,
    isUntidy: () => untidy(1).length > 0,
    async tidy() {
      const found = await commits.run(() => untidy(TIDIED_AT_ONCE))
      await removeAll(found.flatMap(({ pack, usedBytes }) => (usedBytes === 0 ? pack : [])))
      const sparse = found.filter(({ usedBytes }) => usedBytes > 0)
      const [together = []] = inPacks(sparse, { packBytes: PACK_BYTES, sizeOf: ({ usedBytes }) => usedBytes })
      const left: Moving[] = []
      for (const { pack } of together) left.push(...(await readLeft(pack)))
      await write(left)
    },
    async sweep({ signal } = {}) {
      let swept = 0
      for await (const page of objects.pages({ signal })) {
        signal?.throwIfAborted()
        const garbage = await commits.run(() =>
          page.filter(({ pack }) => !writing.has(pack) && !rows.isUsed(pack)),
        )
        await removeAll(garbage.map(({ pack }) => pack))
        swept += garbage.reduce((sum, { blocks }) => sum + blocks, 0)
      }
      return swept
    },
  }
}

/** One after the other, each where the one before ends. */
function joined(blocks: readonly Moving[]): { bytes: Uint8Array; packed: (Moving & PackedBlock)[] } {
  const bytes = new Uint8Array(blocks.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0))
  const packed: (Moving & PackedBlock)[] = []
  let end = 0
  for (const block of blocks) {
    const own = block.read()
    if (own?.byteLength !== block.sizeBytes) continue
    bytes.set(own, end)
    packed.push({ ...block, offset: end })
    end += block.sizeBytes
  }
  return { bytes: bytes.subarray(0, end), packed }
}
