type Chunk = ReadableStreamReadResult<Uint8Array>

/**
 * Reads from the body of a reply. After an abort it throws the reason of the signal: engines throw errors of their own
 * then, and some hosts end the body as if it were complete.
 */
export async function readChunk(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  signal: AbortSignal,
): Promise<Chunk> {
  try {
    const chunk = await reader.read()
    if (chunk.done) signal.throwIfAborted()
    return chunk
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  }
}
