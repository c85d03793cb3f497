/** Text is gathered to about this many characters before it is sent. */
const PIECE_CHARACTERS = 16 * 1024

/** Text as UTF-8, in pieces of a size worth sending. */
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
