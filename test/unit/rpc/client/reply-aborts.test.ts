import { describe, expect, it } from 'vitest'
import { createClient } from '../../../../src/rpc/client.ts'

const REASON = new Error('not any more')

const BYTES = { 'X-Stream-Output': '1' }
const LINES = { 'X-Chunked-Output': '1' }

interface Answer {
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** How the body ends at an abort. Engines end it by an error of their own, and some hosts as if it were complete. */
  readonly ending?: 'error' | 'close'
}

/** A client of a node that sends this much of a reply, and no more until the call is aborted. */
function clientOf({ headers, text, ending = 'error' }: Answer) {
  return createClient({
    fetch: async (_, { signal }) => {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(text))
          signal?.addEventListener('abort', () => {
            if (ending === 'close') controller.close()
            else controller.error(new DOMException('BodyStreamBuffer was aborted', 'AbortError'))
          })
        },
      })
      return new Response(body, { headers })
    },
  })
}

describe('the reason of an abort', () => {
  it.each(['error', 'close'] as const)(
    'ends bytes that have begun, when the body ends by %s',
    async (ending) => {
      const caller = new AbortController()
      const call = clientOf({ headers: BYTES, text: 'bytes', ending })
      const bytes = await call('cat', { args: { 'ipfs-path': 'x' } }, { signal: caller.signal })
      const reader = bytes.getReader()
      await reader.read()

      caller.abort(REASON)

      await expect(reader.read()).rejects.toBe(REASON)
    },
  )

  it.each(['error', 'close'] as const)(
    'ends lines that have begun, when the body ends by %s',
    async (ending) => {
      const caller = new AbortController()
      const call = clientOf({ headers: LINES, text: '{"Ref":"a"}\n', ending })
      const lines = await call('refs/local', {}, { signal: caller.signal })

      const reading = async () => {
        for await (const { Ref } of lines) caller.abort(Ref === 'a' ? REASON : undefined)
      }

      await expect(reading()).rejects.toBe(REASON)
    },
  )

  it('is a TimeoutError when the time of the call is up', async () => {
    const call = clientOf({ headers: LINES, text: '{"Ref":"a"}\n' })
    const lines = await call('refs/local', {}, { timeoutMs: 1 })

    const reading = async () => {
      for await (const { Ref } of lines) expect(Ref).toBe('a')
    }

    await expect(reading()).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  it('ends a call whose reply is one value', async () => {
    const caller = new AbortController()
    const asking = clientOf({ headers: {}, text: '{' })('id', {}, { signal: caller.signal })
    await new Promise((resolve) => setImmediate(resolve))

    caller.abort(REASON)

    await expect(asking).rejects.toBe(REASON)
  })
})
