/** Those who read through a pack hold all of it. */
export const PACK_BYTES = 4 * 1024 * 1024

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
