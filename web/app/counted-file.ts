/** Streams a file and reports after each chunk how many bytes were read so far. */
export function countedFile(file: File, onBytes: (bytes: number) => void): ReadableStream<Uint8Array> {
  let bytes = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      onBytes(bytes)
      controller.enqueue(chunk)
    },
  })
  return file.stream().pipeThrough(counter)
}
