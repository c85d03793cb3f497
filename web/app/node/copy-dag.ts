import { type ByteCursor, createByteCursor } from '../../../src/codec/bytes/byte-cursor.ts'
import { MAX_VARINT_BYTES, readVarint } from '../../../src/codec/bytes/varint.ts'
import type { Call } from '../../../src/rpc/client.ts'
import { keepingAlive } from '../../host/keep-alive.ts'
import { contentTexts } from '../content/content-texts.ts'

/** How much one request carries. Engines stream uploads to servers only over HTTP/2, so each is held in memory. */
const PART_BYTES = 8 * 1024 * 1024

/** Over any block that nodes store. */
const MAX_SECTION_BYTES = 64 * 1024 * 1024

export interface CopyOptions {
  readonly signal: AbortSignal
  /** Of the pin. */
  readonly name?: string | undefined
  /** Called with the number of bytes that the other node has stored so far. */
  readonly onBytes?: (bytes: number) => void
}

/**
 * Copies everything below a root from one node to another and pins it there. The blocks travel in parts, each a CAR;
 * the pin is made last, and only if all of them have arrived. Cut off at any time, the copy leaves unpinned blocks,
 * which the next attempt finds. Throws the errors of the calls, the reason of the signal, and an `Error` when the
 * source stops early.
 */
export function copyDag(from: Call, to: Call, root: string, options: CopyOptions): Promise<void> {
  return keepingAlive(async () => {
    try {
      await copyParts(from, to, root, options)
    } catch (error) {
      // The stream that was being read fails first, with an error of its own.
      options.signal.throwIfAborted()
      throw error
    }
  })
}

async function copyParts(from: Call, to: Call, root: string, copy: CopyOptions): Promise<void> {
  const { signal, name, onBytes } = copy
  let bytes = 0
  const car = await from('dag/export', { args: { root } }, { signal })
  for await (const part of carParts(car)) {
    const body = [{ path: 'part.car', content: part }]
    const options = { 'pin-roots': false, 'allow-big-block': true }
    for await (const _ of await to('dag/import', { body, options }, { signal }));
    bytes += part.size
    onBytes?.(bytes)
  }
  await to('pin/add', { args: { 'ipfs-path': [root] }, options: { ...(name && { name }) } }, { signal })
}

/** Divides a CAR into smaller ones with the same header, without reading what is in its blocks. */
async function* carParts(car: ReadableStream<Uint8Array>): AsyncGenerator<Blob> {
  const cursor = createByteCursor(chunksOf(car))
  try {
    const header = await section(cursor)
    if (!header) throw new Error(contentTexts.sentNothing)
    let [held, heldBytes] = [[header], 0]
    for (let next = await section(cursor); next; next = await section(cursor)) {
      held.push(next)
      heldBytes += next.byteLength
      if (heldBytes < PART_BYTES) continue
      yield new Blob(held)
      ;[held, heldBytes] = [[header], 0]
    }
    if (heldBytes > 0) yield new Blob(held)
  } finally {
    await cursor.close()
  }
}

/** The next section of a CAR with its length before it, in a buffer of its own. `undefined` at the end. */
async function section(cursor: ByteCursor): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const start = await cursor.peek(MAX_VARINT_BYTES)
  if (start.byteLength === 0) return undefined
  try {
    const { value, next } = readVarint(start)
    if (value > MAX_SECTION_BYTES) throw new RangeError('no block is as large')
    return new Uint8Array(await cursor.take(next + value))
  } catch (cause) {
    throw new Error(contentTexts.stopped, { cause })
  }
}

/** Not every engine iterates streams. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
  } finally {
    await reader.cancel()
  }
}
