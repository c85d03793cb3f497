import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { errorOf, isWireError } from '../../../src/rpc/client/rpc-error.ts'
import type { ByteFormat } from './check-format.ts'

interface WriteBytesOptions {
  readonly onBytes?: ((count: number) => void) | undefined
  /** The format to check, for a reply that may have no declared length. */
  readonly format?: ByteFormat | undefined
}

/**
 * Writes the bytes of a reply as they arrive. Throws when they end before their declared length, or inside an element
 * of their format: the runtime of a node ends a stream that fails like one that is complete.
 */
export async function writeBytes(
  response: Response,
  output: Writable,
  { onBytes, format }: WriteBytesOptions = {},
): Promise<void> {
  const written = async function* (): AsyncGenerator<Uint8Array, void> {
    for await (const chunk of response.body ?? []) {
      onBytes?.(chunk.byteLength)
      if (!output.write(chunk)) await once(output, 'drain')
      yield chunk
    }
  }
  const chunks = written()
  try {
    // Without `return`: a check that stops early does not end the reply.
    await format?.check({ [Symbol.asyncIterator]: () => ({ next: () => chunks.next() }) })
  } finally {
    for await (const _ of chunks);
  }
}

interface WriteLinesOptions {
  /** Leaves out lines that end with `\r`, which the next one overwrites on a terminal. */
  readonly withoutProgress?: boolean
}

/**
 * Writes a reply of lines. A command that fails after its first line ends the reply with an error object: throws that
 * error, and does not print it.
 */
export async function writeLines(
  response: Response,
  output: Writable,
  { withoutProgress = false }: WriteLinesOptions = {},
): Promise<void> {
  const decoder = new TextDecoder()
  const shown = (text: string) => (withoutProgress ? text.replaceAll(PROGRESS, '') : text)
  let held = ''
  for await (const chunk of response.body ?? []) {
    held += decoder.decode(chunk, { stream: true })
    // The last line may be the error, so it is held back until the reply has ended.
    const end = withoutProgress ? lastLineBegin(held) : endOfOutput(held)
    if (end > 0 && !output.write(shown(held.slice(0, end)))) await once(output, 'drain')
    held = held.slice(end)
  }
  const error = parsed(held)
  if (isWireError(error)) throw errorOf(error, response.status)
  output.write(shown(held))
}

const PROGRESS = /[^\r\n]*\r/g

/** How an error object begins. */
const ERROR_BEGIN = '{"Message"'

/** The length of the text without its last line, if that is an error, or may become one with the next chunk. */
function endOfOutput(text: string): number {
  const begin = lastLineBegin(text)
  const line = text.slice(begin)
  return line.startsWith(ERROR_BEGIN) || ERROR_BEGIN.startsWith(line) ? begin : text.length
}

/** Progress ends with `\r`, so the last line may begin after one. */
function lastLineBegin(text: string): number {
  const last = text.length - 2
  return Math.max(text.lastIndexOf('\n', last), text.lastIndexOf('\r', last)) + 1
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
