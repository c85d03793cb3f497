import { DomainError } from '../errors.ts'

export interface CollectLimit {
  readonly limitBytes: number
  /** The text of the error when there is more. */
  readonly message: string
}

/** All bytes of a stream in one array of their own. Throws `too-large` as soon as there are more than allowed. */
export async function collectBytes(
  content: AsyncIterable<Uint8Array>,
  { limitBytes, message }: CollectLimit,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  for await (const chunk of content) {
    sizeBytes += chunk.byteLength
    if (sizeBytes > limitBytes) throw new DomainError('too-large', message)
    chunks.push(chunk)
  }
  const bytes = new Uint8Array(sizeBytes)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}
