import { type ByteSourceOptions, openSource } from './byte-source.ts'

const NOTHING = new Uint8Array(0)

/** The chunks of a body that is not a form. After an abort nothing more is read. */
export async function* chunksOf(
  body: ReadableStream<Uint8Array>,
  options: ByteSourceOptions,
): AsyncGenerator<Uint8Array, void> {
  const { signal } = options
  const source = openSource(body, options)
  const leave = () => {
    source.cancel().catch(() => undefined)
  }
  signal?.addEventListener('abort', leave, { once: true })
  try {
    for (;;) {
      signal?.throwIfAborted()
      const chunk = await source.read(NOTHING)
      signal?.throwIfAborted()
      if (!chunk) return
      yield chunk
    }
  } finally {
    signal?.removeEventListener('abort', leave)
    await source.cancel()
  }
}
