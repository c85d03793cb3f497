import { describe, expect, it } from 'vitest'
import { createClient, type UploadProgress } from '../../../../src/rpc/client.ts'

/** A client of a node that sends one line and the beginning of another. Tells how the client leaves. */
function answering(line: string) {
  const left: string[] = []
  const call = createClient({
    fetch: async (_, { signal }) => {
      signal?.addEventListener('abort', () => left.push('aborted'))
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new TextEncoder().encode(`${line}\n{"cut`)),
        cancel: () => void left.push('cancelled'),
      })
      return new Response(body, { headers: { 'X-Chunked-Output': '1' } })
    },
  })
  return { call, left }
}

describe('lines that are given back', () => {
  it('before the first one end the call', async () => {
    const { call, left } = answering('{"Ref":"a"}')
    const lines = (await call('refs/local'))[Symbol.asyncIterator]()

    await lines.return?.()

    expect(left).toEqual(['cancelled', 'aborted'])
    expect(await lines.next()).toEqual({ done: true, value: undefined })
  })

  it('before the first one end the call that tells of progress', async () => {
    const { call, left } = answering('{"Name":"a","Bytes":1}')
    const seen: UploadProgress[] = []
    const onUploadProgress = (progress: UploadProgress) => seen.push(progress)
    const lines = await call('add', { body: 'text' }, { onUploadProgress })

    await lines[Symbol.asyncIterator]().return?.()

    expect([left, seen]).toEqual([['cancelled', 'aborted'], []])
  })

  it('while the next one is awaited end the call, and the wait', async () => {
    const { call, left } = answering('{"Ref":"a"}')
    const lines = (await call('refs/local'))[Symbol.asyncIterator]()
    await lines.next()
    const waiting = lines.next()

    await lines.return?.()

    expect(await waiting).toEqual({ done: true, value: undefined })
    expect(left).toEqual(['cancelled', 'aborted'])
  })
})
