import { readChunk } from './read-chunk.ts'
import type { ReplyEnd } from './reply-bytes.ts'
import { errorOf, isWireError, RpcError } from './rpc-error.ts'

/** How much of an upload the node has read. */
export interface UploadProgress {
  /** Path of the current file. */
  readonly name: string
  /** Bytes of that file so far. */
  readonly bytes: number
  /** Bytes of all files so far, without the multipart framing. */
  readonly totalBytes: number
}

/** How lines are read. */
export interface LinesOptions extends ReplyEnd {
  /** Gets the progress lines of `add`, which are then no values. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined
}

/**
 * Yields the values of a reply with one JSON value a line, as they arrive. Stopping the iteration ends the call
 * at the node. Throws `RpcError` for an error object at the end of the reply, and for a reply that ends inside
 * a line.
 */
export function replyLines(
  response: Response,
  { signal, onClose, onProgress }: LinesOptions,
): AsyncIterableIterator<unknown, void> {
  const reader = (response.body ?? new Blob().stream()).getReader()
  const all = values(response, textLines(reader, signal))
  const lines = onProgress ? withoutProgress(all, onProgress) : all
  const over = { done: true, value: undefined } as const
  let isOver = false
  const end = async () => {
    if (isOver) return
    isOver = true
    await reader.cancel().catch(() => undefined)
    onClose()
  }
  // Not the generator itself: it does nothing in `return` before the first line, and while it waits for the next one.
  return {
    async next() {
      if (isOver) return over
      try {
        const line = await lines.next()
        if (line.done) await end()
        return isOver ? over : line
      } catch (error) {
        if (isOver) return over
        await end()
        throw error
      }
    },
    async return() {
      await end()
      return over
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

async function* values(response: Response, lines: AsyncIterable<string>): AsyncGenerator<unknown, void> {
  const mayFailLate = response.headers.get('X-Stream-Error-In-Body') === '1'
  for await (const line of lines) {
    const value = parsed(line)
    if (mayFailLate && isWireError(value)) throw errorOf(value, response.status)
    yield value
  }
}

/** Filters progress lines out of the lines of `add`. */
async function* withoutProgress(
  lines: AsyncIterable<unknown>,
  onProgress: (progress: UploadProgress) => void,
): AsyncGenerator<unknown, void> {
  let before = 0
  let current = { name: '', bytes: 0 }
  for await (const line of lines) {
    const progress = progressOf(line)
    if (!progress) {
      yield line
      continue
    }
    const isSameFile = progress.name === current.name && progress.bytes >= current.bytes
    if (!isSameFile) before += current.bytes
    current = progress
    onProgress({ ...progress, totalBytes: before + progress.bytes })
  }
}

function progressOf(line: unknown): { readonly name: string; readonly bytes: number } | undefined {
  if (typeof line !== 'object' || line === null || 'Hash' in line || !('Name' in line)) return undefined
  return { name: String(line.Name), bytes: 'Bytes' in line ? Number(line.Bytes) : 0 }
}

async function* textLines(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { done, value } = await readChunk(reader, signal)
    const text = done ? `${decoder.decode()}\n` : decoder.decode(value, { stream: true })
    let from = 0
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
      const line = rest + text.slice(from, at)
      rest = ''
      from = at + 1
      if (line !== '') yield line
    }
    rest += text.slice(from)
    if (done) return
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new RpcError('Cannot read reply: it is cut inside a line', { status: 200 })
  }
}
