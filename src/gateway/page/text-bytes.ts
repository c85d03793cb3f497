/** Approximate size of the chunks that are sent. */
const PIECE_CHARACTERS = 16 * 1024

/** Encodes texts as UTF-8, joined into chunks. */
export async function* textBytes(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let gathered = ''
  for await (const text of texts) {
    gathered += text
    if (gathered.length < PIECE_CHARACTERS) continue
    yield encoder.encode(gathered)
    gathered = ''
  }
  if (gathered !== '') yield encoder.encode(gathered)
}
