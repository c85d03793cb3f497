import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { errorOf, isWireError } from '../../../src/rpc/client/rpc-error.ts'

/** Writes the bytes of a reply as they arrive. Throws when they end before their declared length. */
export async function writeBytes(response: Response, output: Writable, onBytes?: (count: number) => void) {
  for await (const chunk of response.body ?? []) {
    onBytes?.(chunk.byteLength)
    if (!output.write(chunk)) await once(output, 'drain')
  }
}

/**
 * Writes a reply of lines. A command that fails after its first line ends the reply with an error object: throws that
 * error, and does not print it.
 */
export async function writeLines(response: Response, output: Writable): Promise<void> {
  const decoder = new TextDecoder()
  let held = ''
  for await (const chunk of response.body ?? []) {
    held += decoder.decode(chunk, { stream: true })
    // The last line may be the error, so it is held back until the reply has ended.
    const end = held.startsWith('{"Message"') ? 0 : endOfOutput(held)
    if (end > 0 && !output.write(held.slice(0, end))) await once(output, 'drain')
    held = held.slice(end)
  }
  const error = parsed(held)
  if (isWireError(error)) throw errorOf(error, response.status)
  output.write(held)
}

function endOfOutput(text: string): number {
  const error = text.indexOf('\n{"Message"')
  return error < 0 ? text.length : error + 1
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
