/** A download that has begun holds what it reads. */
const BEGUN_AFTER_MS = 60_000

/** Lets the browser save what a call answers; it is read to its end first. */
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
