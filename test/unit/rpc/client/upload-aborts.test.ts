import { describe, expect, it } from 'vitest'
import { type Call, createClient, type Upload } from '../../../../src/rpc/client.ts'

const REASON = new Error('not any more')

const copying = createClient({ canStream: false, fetch: () => Promise.reject(new Error('was sent')) })
const streaming = createClient({
  canStream: true,
  fetch: (_, { body }) => new Response(body ?? null).json(),
})

/** A source that gives one chunk, then nothing more. It tells of its second pull and of its end. */
function stuckStream() {
  const pulled = Promise.withResolvers<void>()
  const cancelled = Promise.withResolvers<unknown>()
  let pulls = 0
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        pulls += 1
        if (pulls === 1) return controller.enqueue(new Uint8Array(10))
        pulled.resolve()
        return new Promise(() => undefined)
      },
      cancel: cancelled.resolve,
    },
    { highWaterMark: 0 },
  )
  return { stream, pulled: pulled.promise, cancelled: cancelled.promise }
}

/** An iterable that gives these items, then nothing more. */
function stuckAfter<T>(...items: T[]) {
  const asked = Promise.withResolvers<void>()
  const iterable = (async function* () {
    yield* items
    asked.resolve()
    await new Promise(() => undefined)
  })()
  return { iterable, asked: asked.promise }
}

async function abortAfter(event: Promise<void>, call: Call, body: Upload): Promise<unknown> {
  const caller = new AbortController()
  const adding = call('add', { body }, { signal: caller.signal })
  await event
  caller.abort(REASON)
  return adding
}

describe.each([
  ['copied into a Blob', copying],
  ['streamed', streaming],
])('an upload that is %s and aborted', (_, call) => {
  it('cancels its stream, which is stuck', async () => {
    const { stream, pulled, cancelled } = stuckStream()

    await expect(abortAfter(pulled, call, stream)).rejects.toBe(REASON)

    expect(await cancelled).toBe(REASON)
  })
})

/** A stream that tells when it was cancelled. */
function watchedStream() {
  const cancelled = Promise.withResolvers<void>()
  return { stream: new ReadableStream<Uint8Array>({ cancel: () => cancelled.resolve() }), ...cancelled }
}

describe('an upload of which nothing is read', () => {
  const answers = {
    refused: async () => new Response('403 - Forbidden', { status: 403 }),
    'not sent': () => Promise.reject(new TypeError('fetch failed')),
    'answered early': async () => new Response('{}'),
  }

  it.each(Object.entries(answers))('is cancelled when it is %s', async (_, fetch) => {
    const uploads: ((stream: ReadableStream<Uint8Array>) => Upload)[] = [
      (stream) => stream,
      (stream) => [
        { path: 'a', content: 'text' },
        { path: 'b', content: stream },
      ],
      async function* (content) {
        yield { path: 'b', content }
      },
    ]
    for (const upload of uploads) {
      const { stream, promise } = watchedStream()

      await createClient({ canStream: true, fetch })('object/put', { body: upload(stream) }).catch(
        () => undefined,
      )

      await promise
    }
  })

  it('ends the iterables of its contents', async () => {
    const ended = Promise.withResolvers<void>()
    const content = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise<IteratorResult<Uint8Array<ArrayBuffer>>>(() => undefined),
        async return() {
          ended.resolve()
          return { done: true, value: undefined } as const
        },
      }),
    }

    await createClient({ canStream: true, fetch: answers.refused })('add', { body: [{ content }] }).catch(
      () => undefined,
    )

    await ended.promise
  })
})

describe('an upload that is copied into a Blob', () => {
  it('ends at an abort while a content is stuck', async () => {
    const { iterable, asked } = stuckAfter(new Uint8Array(3))

    const adding = abortAfter(asked, copying, [{ path: 'a', content: iterable }])

    await expect(adding).rejects.toBe(REASON)
  })

  it('ends at an abort while its entries are stuck', async () => {
    const { iterable, asked } = stuckAfter({ path: 'a', content: 'text' })

    await expect(abortAfter(asked, copying, iterable)).rejects.toBe(REASON)
  })

  it('ends when its time is up', async () => {
    const adding = copying('add', { body: stuckStream().stream }, { timeoutMs: 1 })

    await expect(adding).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  it('throws the error of its stream', async () => {
    const stream = new ReadableStream<Uint8Array>({
      pull: () => Promise.reject(REASON),
    })

    await expect(copying('add', { body: stream })).rejects.toBe(REASON)
  })
})
