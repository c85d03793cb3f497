import { type ByteCursor, createByteCursor } from '../../../src/codec/bytes/byte-cursor.ts'
import { MAX_VARINT_BYTES, readVarint } from '../../../src/codec/bytes/varint.ts'
import { type Call, RpcError } from '../../../src/rpc/client.ts'
import { keepingAlive } from '../../host/keep-alive.ts'
import { contentTexts } from '../content/content-texts.ts'

/**
 * How much one request carries. Engines stream uploads to servers only over HTTP/2, so each is held in memory. Parts
 * grow and shrink so that each takes about a second: progress is told, and kept, after each of them.
 */
const PART_BYTES = { first: 1024 * 1024, min: 256 * 1024, max: 8 * 1024 * 1024 }
const PART_MS = { short: 500, long: 2_000 }

/** Over any block that nodes store. */
const MAX_SECTION_BYTES = 64 * 1024 * 1024

export interface CopyOptions {
  readonly signal: AbortSignal
  /** Of the pin. */
  readonly name?: string | undefined
  /** How far an earlier attempt came, by its last `onBytes`. These bytes are not sent again. */
  readonly sentBytes?: number | undefined
  /** Called with the number of bytes that the other node has stored so far. The copy waits for it. */
  readonly onBytes?: (bytes: number) => Promise<void> | void
}

/**
 * Copies everything below a root from one node to another and pins it there. The blocks are sent in parts, each a CAR;
 * the pin is made last, and only if all of them have arrived. Cut off at any time, the copy leaves unpinned blocks,
 * from which the next attempt continues; if the other node has removed them meanwhile, it sends everything again. Throws
 * the errors of the calls, the reason of the signal, and an `Error` when the source stops early.
 */
export function copyDag(from: Call, to: Call, root: string, options: CopyOptions): Promise<void> {
  return keepingAlive(async () => {
    try {
      await copyAndPin(from, to, root, options)
    } catch (error) {
      // The stream that was being read fails first, with an error of its own.
      options.signal.throwIfAborted()
      throw error
    }
  })
}

async function copyAndPin(from: Call, to: Call, root: string, copy: CopyOptions): Promise<void> {
  const { signal, name, sentBytes = 0 } = copy
  // Offline: what has not arrived is sent again, not looked for elsewhere.
  const options = { ...(name && { name }), offline: true }
  const pin = () => to('pin/add', { args: { 'ipfs-path': [root] }, options }, { signal })
  await copyParts(from, to, root, copy)
  try {
    await pin()
  } catch (error) {
    if (sentBytes === 0 || !(error instanceof RpcError)) throw error
    await copyParts(from, to, root, { ...copy, sentBytes: 0 })
    await pin()
  }
}

async function copyParts(from: Call, to: Call, root: string, copy: CopyOptions): Promise<void> {
  const { signal, sentBytes = 0, onBytes } = copy
  const options = { 'pin-roots': false, 'allow-big-block': true }
  let bytes = sentBytes
  let partBytes = PART_BYTES.first
  const car = await from('dag/export', { args: { root } }, { signal })
  for await (const part of carParts(car, { skippedBytes: sentBytes, partBytes: () => partBytes })) {
    const beganAt = performance.now()
    const body = [{ path: 'part.car', content: part.car }]
    for await (const _ of await to('dag/import', { body, options }, { signal }));
    bytes += part.bytes
    await onBytes?.(bytes)
    const tookMs = performance.now() - beganAt
    if (tookMs < PART_MS.short) partBytes = Math.min(partBytes * 2, PART_BYTES.max)
    if (tookMs > PART_MS.long) partBytes = Math.max(partBytes / 2, PART_BYTES.min)
  }
}

interface Part {
  readonly car: Blob
  /** Of its sections, without the header. */
  readonly bytes: number
}

interface PartOptions {
  /** Sections at the beginning that no part contains, by their bytes. */
  readonly skippedBytes: number
  /** The size from which a part is complete. */
  readonly partBytes: () => number
}

/** Divides a CAR into smaller ones with the same header, without reading what is in its blocks. */
async function* carParts(
  car: ReadableStream<Uint8Array>,
  { skippedBytes, partBytes }: PartOptions,
): AsyncGenerator<Part> {
  const cursor = createByteCursor(chunksOf(car))
  try {
    const header = await section(cursor)
    if (!header) throw new Error(contentTexts.sentNothing)
    let skipped = 0
    let [held, bytes] = [[header], 0]
    for (let next = await section(cursor); next; next = await section(cursor)) {
      if (skipped < skippedBytes) {
        skipped += next.byteLength
        continue
      }
      held.push(next)
      bytes += next.byteLength
      if (bytes < partBytes()) continue
      yield { car: new Blob(held), bytes }
      ;[held, bytes] = [[header], 0]
    }
    if (bytes > 0) yield { car: new Blob(held), bytes }
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
