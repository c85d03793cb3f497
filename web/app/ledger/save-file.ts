/** After this time a download has started and no longer needs the object URL. */
const BEGUN_AFTER_MS = 60_000

/** Saves the reply of a call as a file, after reading it to its end. */
export async function saveFile(bytes: ReadableStream<Uint8Array>, filename: string): Promise<void> {
  const reader = bytes.getReader()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    chunks.push(value.slice())
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob(chunks, { type: 'application/vnd.ipld.car' }))
  link.download = filename
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), BEGUN_AFTER_MS)
}
