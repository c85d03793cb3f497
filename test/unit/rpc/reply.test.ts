import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { DomainError } from '../../../src/errors.ts'
import type { Clock } from '../../../src/ports/clock.ts'
import { bytes, defineCommand, either, empty, json, ndjson } from '../../../src/rpc/declare/command.ts'
import { bool } from '../../../src/rpc/declare/wire.ts'
import { outcome, serveCommands } from './serve-commands.ts'

const ENCODER = new TextEncoder()
const base = { path: 'x', about: 'Do a thing', args: {}, options: {} }
const Item = z.object({ N: z.number() })
const notFound = new DomainError('not-found', 'ipld: could not find x')

/** Serves one command whose handler yields what `run` yields. */
function lines(run: (signal: AbortSignal) => AsyncIterable<{ N: number }>) {
  const text = ({ N }: { N: number }) => `${N} items\n`
  const command = defineCommand({ ...base, reply: ndjson(Item), text, run: (_, { signal }) => run(signal) })
  return serveCommands([command])
}

function raw(content: AsyncIterable<Uint8Array>, more: { sizeBytes?: number; contentType?: string } = {}) {
  return serveCommands([defineCommand({ ...base, reply: bytes(), run: async () => ({ content, ...more }) })])
}

async function* letters(count: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < count; at += 1) yield ENCODER.encode('a')
}

/** Yields these values, then fails. */
async function* failingAfter<T>(values: readonly T[], error: unknown): AsyncGenerator<T> {
  yield* values
  throw error
}

describe('a reply of one value', () => {
  const one = serveCommands([
    defineCommand({
      ...base,
      reply: json(Item),
      text: ({ N }: { N: number }) => `n=${N}\n`,
      run: async () => ({ N: 1 }),
    }),
  ])

  it('is JSON with a line break, and says nothing of streams', async () => {
    const response = await (await one).call('x')

    expect(response.headers.get('Content-Type')).toBe('application/json')
    expect(response.headers.get('X-Chunked-Output')).toBeNull()
    expect(response.headers.get('X-Stream-Output')).toBeNull()
    expect(await response.text()).toBe('{"N":1}\n')
  })

  it('is text when that is asked', async () => {
    const response = await (await one).call('x?encoding=text')

    expect(response.headers.get('Content-Type')).toBe('text/plain')
    expect(await response.text()).toBe('n=1\n')
  })

  it.each(['xml', 'protobuf', 'jso', ''])('refuses the encoding "%s"', async (encoding) => {
    expect(await outcome(await (await one).call(`x?encoding=${encoding}`))).toEqual({
      status: 400,
      type: 'text/plain; charset=utf-8',
      body: `invalid encoding: ${encoding}\n`,
    })
  })

  it('refuses a timeout that is no duration', async () => {
    expect(await outcome(await (await one).call('x?timeout=10'))).toMatchObject({
      status: 400,
      body: 'invalid timeout: 10\n',
    })
  })

  it('fails for an unknown multibase before the command runs', async () => {
    expect(await outcome(await (await one).call('x?cid-base=x'))).toEqual({
      status: 500,
      type: 'application/json',
      body: '{"Message":"Unsupported multibase encoding: x","Code":0,"Type":"error"}\n',
    })
  })
})

describe('a reply of lines', () => {
  it('is one JSON text a line, also when there is one', async () => {
    const { call } = await lines(async function* () {
      yield { N: 1 }
      yield { N: 2 }
    })

    const response = await call('x')

    expect(response.headers.get('Content-Type')).toBe('application/json')
    expect(response.headers.get('X-Chunked-Output')).toBe('1')
    expect(response.headers.get('Content-Encoding')).toBe('identity')
    expect(await response.text()).toBe('{"N":1}\n{"N":2}\n')
  })

  it('is empty when there is nothing', async () => {
    const { call, openStreams } = await lines(async function* () {})

    const response = await call('x')

    expect([response.status, await response.text()]).toEqual([200, ''])
    expect(openStreams()).toBe(0)
  })

  it('is the text form of each when that is asked', async () => {
    const { call } = await lines(async function* () {
      yield { N: 3 }
    })

    expect(await (await call('x?enc=text')).text()).toBe('3 items\n')
  })

  it('answers 500 when the first item fails', async () => {
    const { call, openStreams } = await lines(() => failingAfter([], notFound))

    expect(await outcome(await call('x'))).toEqual({
      status: 500,
      type: 'application/json',
      body: '{"Message":"ipld: could not find x","Code":0,"Type":"error"}\n',
    })
    expect(openStreams()).toBe(0)
  })

  it('ends with the error as its last line when a later item fails', async () => {
    const { call, openStreams } = await lines(() => failingAfter([{ N: 1 }], notFound))

    const response = await call('x')

    expect(response.status).toBe(200)
    expect(await response.text()).toBe(
      '{"N":1}\n{"Message":"ipld: could not find x","Code":0,"Type":"error"}\n',
    )
    expect(openStreams()).toBe(0)
  })

  it('ends with the deadline as its last line when time is up after the first', async () => {
    const pass = Promise.withResolvers<void>()
    const command = defineCommand({
      ...base,
      reply: ndjson(Item),
      run: async function* (_, { signal }) {
        yield { N: 1 }
        const over = new Promise((resolve) => signal.addEventListener('abort', resolve))
        if (!signal.aborted) await over
        signal.throwIfAborted()
      },
    })
    const clock: Clock = { now: () => 0, sleep: () => pass.promise }
    const { call, openStreams } = await serveCommands([command], { clock })

    const response = await call('x?timeout=1s')
    pass.resolve()

    expect(response.status).toBe(200)
    expect(await response.text()).toBe(
      '{"N":1}\n{"Message":"context deadline exceeded","Code":0,"Type":"error"}\n',
    )
    expect(openStreams()).toBe(0)
  })

  it('hides and logs an unexpected error', async () => {
    const { call, log } = await lines(() => failingAfter([{ N: 1 }], new Error('secret')))

    expect(await (await call('x')).text()).toBe(
      '{"N":1}\n{"Message":"internal error","Code":2,"Type":"error"}\n',
    )
    expect(log).toMatchObject([{ level: 'error', scope: 'rpc', fields: { error: new Error('secret') } }])
  })

  it('returns the generator when the caller leaves, and its signal aborts', async () => {
    let returned = false
    let signal: AbortSignal | undefined
    const { call, openStreams, log } = await lines(async function* (options) {
      signal = options
      try {
        for (let N = 0; ; N += 1) yield { N }
      } finally {
        returned = true
      }
    })
    const reader = (await call('x')).body?.getReader()
    await reader?.read()
    expect([openStreams(), signal?.aborted]).toEqual([1, false])

    await reader?.cancel()

    expect([openStreams(), signal?.aborted, returned]).toEqual([0, true, true])
    expect(log).toEqual([])
  })

  it('ends a handler that waits when the request aborts', async () => {
    const abort = new AbortController()
    const { call, openStreams, log } = await lines(async function* (signal) {
      yield { N: 1 }
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    })
    const reader = (await call('x', { signal: abort.signal })).body?.getReader()
    await reader?.read()
    const waiting = reader?.read()

    abort.abort()

    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
    expect(openStreams()).toBe(0)
    expect(log).toEqual([])
  })

  it('returns the generator when the caller had left before the reply began', async () => {
    const abort = new AbortController()
    let returned = false
    const run = async function* () {
      abort.abort()
      try {
        for (let N = 0; N < 10_000; N += 1) yield { N }
      } finally {
        returned = true
      }
    }
    // The command does not use its signal, so the reply alone learns that the caller has left.
    const { call, openStreams } = await serveCommands([defineCommand({ ...base, reply: ndjson(Item), run })])

    const response = await call('x', { signal: abort.signal })

    await expect(response.text()).rejects.toMatchObject({ name: 'AbortError' })
    expect([openStreams(), returned]).toEqual([0, true])
  })

  it('returns the generator when a value cannot be printed', async () => {
    let returned = false
    const circular: { N: number; self?: object } = { N: 1 }
    circular.self = circular
    const { call, openStreams } = await lines(async function* () {
      try {
        yield circular
        yield { N: 2 }
      } finally {
        returned = true
      }
    })

    expect(await (await call('x')).text()).toBe('{"Message":"internal error","Code":2,"Type":"error"}\n')
    expect([returned, openStreams()]).toEqual([true, 0])
  })
})

describe('a reply of one value or lines', () => {
  const both = defineCommand({
    ...base,
    options: { stream: bool('Stream') },
    reply: either(Item),
    async run(_, { options }) {
      if (!options.stream) return { N: 0 }
      return (async function* () {
        yield { N: 1 }
      })()
    },
  })

  it('is framed as what the handler chose', async () => {
    const { call } = await serveCommands([both])
    const framed = async (query: string) => {
      const response = await call(`x${query}`)
      return [response.headers.get('X-Chunked-Output'), await response.text()]
    }

    expect(await framed('')).toEqual([null, '{"N":0}\n'])
    expect(await framed('?stream=true')).toEqual(['1', '{"N":1}\n'])
  })
})

describe('a reply of bytes', () => {
  it('is raw, with its length where it is known', async () => {
    const { call } = await raw(letters(3), { sizeBytes: 3 })

    const response = await call('x')

    expect(response.headers.get('Content-Type')).toBe('text/plain')
    expect(response.headers.get('X-Stream-Output')).toBe('1')
    expect(response.headers.get('X-Content-Length')).toBe('3')
    expect(response.headers.get('Content-Length')).toBe('3')
    expect(await response.text()).toBe('aaa')
  })

  it('names the type that the handler names', async () => {
    const { call } = await raw(letters(1), { contentType: 'application/x-tar' })

    expect((await call('x')).headers.get('Content-Type')).toBe('application/x-tar')
  })

  it('answers 500 when the first bytes fail, in text when that is asked', async () => {
    const { call } = await raw(failingAfter([], notFound))

    expect(await outcome(await call('x?encoding=text'))).toEqual({
      status: 500,
      type: 'text/plain',
      body: 'ipld: could not find x',
    })
  })

  it('breaks off when later bytes fail', async () => {
    const start = new Uint8Array(32 * 1024)
    const { call, openStreams } = await raw(failingAfter([start], notFound), { sizeBytes: 32 * 1024 + 1 })

    const response = await call('x')

    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow()
    expect(openStreams()).toBe(0)
  })

  it('answers an error when bytes fail among the first 32 KiB of a declared length', async () => {
    const { call, openStreams } = await raw(failingAfter([ENCODER.encode('a')], notFound), { sizeBytes: 2 })

    expect((await call('x')).status).toBe(500)
    expect(openStreams()).toBe(0)
  })

  it('sends at once what comes without a declared length', async () => {
    const { call } = await raw(failingAfter([ENCODER.encode('a')], notFound))

    const response = await call('x')

    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow()
  })

  it('reads from the handler only what the caller reads', async () => {
    let taken = 0
    const counted = async function* () {
      for await (const letter of letters(100)) {
        taken += 1
        yield letter
      }
    }
    const { call } = await raw(counted())
    const reader = (await call('x')).body?.getReader()
    await reader?.read()
    await reader?.read()

    expect(taken).toBe(2)
    await reader?.cancel()
  })
})

describe('a reply of nothing', () => {
  it('has an empty body', async () => {
    const { call, openStreams } = await serveCommands([
      defineCommand({ ...base, reply: empty(), run: async () => undefined }),
    ])

    const response = await call('x')

    expect(await outcome(response)).toEqual({ status: 200, type: 'application/json', body: '' })
    expect(response.headers.get('X-Chunked-Output')).toBe('1')
    expect(openStreams()).toBe(0)
    expect(await outcome(await call('x?encoding=text'))).toEqual({
      status: 200,
      type: 'text/plain',
      body: '',
    })
  })
})
