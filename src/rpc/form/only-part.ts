import { createByteSink } from '../../codec/bytes/byte-sink.ts'
import { clientError } from '../errors.ts'
import type { FormPart } from './form-part.ts'

/**
 * Collects the first file part, for commands that need one complete value. Further parts are not read. Throws
 * `too-large` with Code 1 as soon as `limitBytes` is exceeded.
 */
export async function onlyPart(
  parts: AsyncIterable<FormPart>,
  { limitBytes }: { readonly limitBytes: number },
): Promise<Uint8Array> {
  const sink = createByteSink()
  let sizeBytes = 0
  for await (const chunk of (await onlyFilePart(parts)).content) {
    sizeBytes += chunk.byteLength
    if (sizeBytes > limitBytes) throw clientError('too-large', `Cannot read file: over ${limitBytes} bytes`)
    sink.append(chunk)
  }
  return sink.bytes()
}

/** The first file part with its unread content. Further parts are not read. */
export async function onlyFilePart(parts: AsyncIterable<FormPart>): Promise<FormPart> {
  for await (const part of parts) return part
  throw new TypeError('Cannot read file: there is none')
}
