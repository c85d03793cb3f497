import { collectBytes } from '../../../codec/bytes/collect-bytes.ts'
import { DomainError } from '../../../errors.ts'
import { bodyChunks } from '../../trustless-gateway/body-chunks.ts'

/** The reference's client reads no more of an answer. */
const MAX_ANSWER_BYTES = 1024 * 1024

/**
 * The JSON texts of an answer: one of each line as it arrives, or the whole of one that is no NDJSON. Throws `too-large`
 * beyond 1 MiB.
 */
export async function* answerLines(
  { headers, body }: Response,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  if (!body) return
  const chunks = bodyChunks(body, signal)
  if (!headers.get('Content-Type')?.startsWith('application/x-ndjson')) {
    yield new TextDecoder().decode(await collectBytes(chunks, { maxBytes: MAX_ANSWER_BYTES }))
    return
  }
  const decoder = new TextDecoder()
  let sizeBytes = 0
  let rest = ''
  for await (const chunk of chunks) {
    sizeBytes += chunk.byteLength
    if (sizeBytes > MAX_ANSWER_BYTES) {
      throw new DomainError('too-large', `Cannot read more than ${MAX_ANSWER_BYTES} bytes from a router`)
    }
    // Only the new text is searched: many small chunks of one long line would else take quadratic time.
    const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n')
    rest += first
    for (const line of others) {
      yield rest
      rest = line
    }
  }
  yield rest + decoder.decode()
}
