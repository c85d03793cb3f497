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

/**
 * Yields the values of a reply with one JSON value a line, as they arrive. Stopping the iteration ends the call
 * at the node. Throws `RpcError` for an error object at the end of the reply, and for a reply that ends inside
 * a line.
 */
export async function* replyLines(
  response: Response,
  { signal, onClose }: ReplyEnd,
): AsyncGenerator<unknown, void> {
  const mayFailLate = response.headers.get('X-Stream-Error-In-Body') === '1'
  try {
    for await (const line of textLines(response.body, signal)) {
      const value = parsed(line)
      if (mayFailLate && isWireError(value)) throw errorOf(value, response.status)
      yield value
    }
  } finally {
    onClose()
  }
}

/** Filters progress lines out of the lines of `add`. */
export async function* withoutProgress(
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
  body: ReadableStream<Uint8Array> | null,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  if (!body) return
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
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
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new RpcError('Cannot read reply: it is cut inside a line', { status: 200 })
  }
}
