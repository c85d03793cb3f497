import { randomFillSync } from 'node:crypto'

const POOL_BYTES = 32 * 1024 * 1024
/** Every piece of this many bytes is marked: no two blocks of a run are equal, whatever their size. */
const MARK_EVERY_BYTES = 1024

let pool: Uint8Array<ArrayBuffer> | undefined
let marks = 0

/**
 * Random bytes that nothing has seen before. They come from one pool and carry a running number, because to
 * make them anew would take longer than some of what is measured with them.
 */
export function freshBytes(sizeBytes: number): Uint8Array<ArrayBuffer> {
  pool ??= randomFillSync(new Uint8Array(POOL_BYTES))
  const bytes = new Uint8Array(sizeBytes)
  for (let at = 0; at < sizeBytes; at += POOL_BYTES) bytes.set(pool.subarray(0, sizeBytes - at), at)
  const view = new DataView(bytes.buffer)
  for (let at = 0; at + 8 <= sizeBytes; at += MARK_EVERY_BYTES) {
    marks += 1
    view.setFloat64(at, marks)
  }
  return bytes
}

/** The same in pieces of 1 MiB, of which one is held at a time. */
export function* freshPieces(sizeBytes: number): Generator<Uint8Array<ArrayBuffer>> {
  const pieceBytes = 1024 * 1024
  for (let left = sizeBytes; left > 0; left -= pieceBytes) yield freshBytes(Math.min(left, pieceBytes))
}
