/** A pack is closed when the next block would make it larger: those who read through it hold all of it. */
const PACK_BYTES = 4 * 1024 * 1024

/** Bytes that are kept under a key. */
export interface PackedBytes {
  readonly key: string
  readonly bytes: Uint8Array
}

/** Where a block lies. */
export interface PackPlace {
  readonly pack: number
  readonly offset: number
}

/** A block in a pack. */
export interface PackedBlock {
  readonly place: PackPlace
  readonly sizeBytes: number
}

/** A pack as it is stored, under its number: the bytes of blocks, and their keys and sizes in the order of their bytes. */
export interface PackRecord {
  readonly bytes: Blob
  readonly keys: readonly string[]
  readonly sizes: readonly number[]
}

/** Bytes of a pack, and how many of them belong to blocks. The latter never grow again. */
export interface PackUsage {
  readonly sizeBytes: number
  readonly usedBytes: number
}

/** Parts blocks into packs, in their order. */
export function inPacks(blocks: readonly PackedBytes[]): PackedBytes[][] {
  const packs: PackedBytes[][] = []
  let leftBytes = 0
  for (const block of blocks) {
    const open = packs.at(-1)
    leftBytes -= block.bytes.byteLength
    if (open && leftBytes >= 0) open.push(block)
    else {
      packs.push([block])
      leftBytes = PACK_BYTES - block.bytes.byteLength
    }
  }
  return packs
}

export function packRecord(blocks: readonly PackedBytes[]): PackRecord {
  return {
    bytes: new Blob(blocks.map(({ bytes }) => (isPlain(bytes) ? bytes : new Uint8Array(bytes)))),
    keys: blocks.map(({ key }) => key),
    sizes: blocks.map(({ bytes }) => bytes.byteLength),
  }
}

/** What lies in a pack, by key, in the order of the bytes. */
export function blocksOfPack(
  pack: number,
  { keys, sizes }: Pick<PackRecord, 'keys' | 'sizes'>,
): Map<string, PackedBlock> {
  let end = 0
  return new Map(
    keys.map((key, at): [string, PackedBlock] => {
      const offset = end
      const sizeBytes = sizes[at] ?? 0
      end += sizeBytes
      return [key, { place: { pack, offset }, sizeBytes }]
    }),
  )
}

function isPlain(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer
}
