import { describe, expect, it, vi } from 'vitest'
import { DomainError } from '../../../src/errors.ts'
import { fixedClock } from '../../../src/memory/fixed-clock.ts'
import { CORE_PARTS } from '../../../src/node/core-parts.ts'
import type { Clock } from '../../../src/ports/clock.ts'
import { bytes, defineCommand, empty } from '../../../src/rpc/declare/command.ts'
import { clientError } from '../../../src/rpc/errors.ts'
import { file, form } from '../../requests/form.ts'
import { outcome, serveCommands } from './serve-commands.ts'

const base = { path: 'x', about: 'Do a thing', args: {}, options: {} }
/** Sleeps on a clock whose timers never get a turn. */
const neverUp: Clock['sleep'] = (_durationMs, { signal } = {}) =>
  new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
  })
const notFound = new DomainError('not-found', 'ipld: could not find x')

describe('a command that fails', () => {
  const failing = (error: unknown) =>
    serveCommands([
      defineCommand({
        ...base,
        reply: empty(),
        run: async () => {
          throw error
        },
      }),
    ])

  it.each<[string, unknown, number, string]>([
    [
      'the fault of the client',
      clientError('invalid-argument', 'no'),
      400,
      '{"Message":"no","Code":1,"Type":"error"}\n',
    ],
    [
      'content that is absent',
      notFound,
      500,
      '{"Message":"ipld: could not find x","Code":0,"Type":"error"}\n',
    ],
    [
      'a malformed path',
      new DomainError('invalid-argument', 'bad <p>'),
      500,
      '{"Message":"bad \\u003cp\\u003e","Code":0,"Type":"error"}\n',
    ],
    ['a bug of ours', new TypeError('secret'), 500, '{"Message":"internal error","Code":2,"Type":"error"}\n'],
    [
      'a deadline',
      new DOMException('', 'TimeoutError'),
      500,
      '{"Message":"context deadline exceeded","Code":0,"Type":"error"}\n',
    ],
  ])('answers %s as the reference does', async (_, error, status, body) => {
    const { call, openStreams } = await failing(error)

    expect(await outcome(await call('x'))).toEqual({ status, type: 'application/json', body })
    expect(openStreams()).toBe(0)
  })

  it('ends when its time is up', async () => {
    const waiting = defineCommand({
      ...base,
      reply: empty(),
      run: (_, { signal }) =>
        new Promise<void>((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason)),
        ),
    })
    const { call } = await serveCommands([waiting], { clock: fixedClock() })

    expect(await outcome(await call('x?timeout=1s'))).toMatchObject({
      status: 500,
      body: '{"Message":"context deadline exceeded","Code":0,"Type":"error"}\n',
    })
  })

  it('ends between two pieces of its reply when its time is up and no timer has a turn', async () => {
    let nowMs = 0
    let pieces = 0
    const busy = defineCommand({
      ...base,
      reply: bytes(),
      run: async (_, { signal }) => ({
        content: (async function* () {
          for (; pieces < 1000; pieces += 1) {
            signal.throwIfAborted()
            nowMs += 1
            yield new Uint8Array(1024)
          }
        })(),
      }),
    })
    const { call } = await serveCommands([busy], { clock: { now: () => nowMs, sleep: neverUp } })

    const response = await call('x?timeout=5ms')

    expect(response.status).toBe(200)
    await expect(response.arrayBuffer()).rejects.toThrow('context deadline exceeded')
    expect(pieces).toBe(5)
  })

  it('says that this build cannot do it yet when it is only declared', async () => {
    const { call } = await serveCommands([defineCommand({ ...base, reply: empty() })])

    expect((await outcome(await call('x'))).body).toBe(
      '{"Message":"Cannot run command \\"x\\": this build cannot do it yet","Code":0,"Type":"error"}\n',
    )
  })

  it('says that its host does not carry a part that it uses', async () => {
    const run = async () => undefined
    const command = defineCommand({ ...base, parts: ['ledger'], reply: empty(), run })
    const { call } = await serveCommands([command], { carries: CORE_PARTS })

    expect(await outcome(await call('x'))).toEqual({
      status: 500,
      type: 'application/json',
      body: '{"Message":"Cannot use \\"ledger\\": this host does not carry it","Code":0,"Type":"error"}\n',
    })
  })

  it('gives a command the parts that it declares, and no other', async () => {
    let seen: readonly string[] = []
    const run = async (parts: object) => {
      seen = Object.keys(parts)
    }
    const { call } = await serveCommands([
      defineCommand({ ...base, parts: ['pins', 'repoPath'], reply: empty(), run }),
    ])

    await call('x')

    expect(seen).toEqual(['pins', 'repoPath'])
  })

  it('says that it needs a network on a host that has none', async () => {
    const { call } = await serveCommands([defineCommand({ ...base, needs: ['network'], reply: empty() })])

    expect(await outcome(await call('x'))).toEqual({
      status: 400,
      type: 'application/json',
      body: `{"Message":"this command must be run in online mode. Try running 'ipfs daemon' first","Code":1,"Type":"error"}\n`,
    })
  })
})

describe('the signal of a call', () => {
  const ended = async (path: string, run: () => Promise<void>) => {
    let signal: AbortSignal | undefined
    const command = defineCommand({
      ...base,
      reply: empty(),
      run: (_, input) => {
        signal = input.signal
        return run()
      },
    })
    const { call } = await serveCommands([command])
    await call(path)
    return signal?.aborted
  }
  const fail = async () => {
    throw notFound
  }

  it('ends what a failed call has begun', async () => {
    expect(await ended('x', fail)).toBe(true)
  })

  it('ends the timer of a complete one', async () => {
    expect(await ended('x?timeout=1s', async () => undefined)).toBe(true)
  })

  it('is not made for a command without a body that does not use it', async () => {
    const { fetch } = await serveCommands([
      defineCommand({ ...base, reply: empty(), run: async () => undefined }),
    ])
    const request = new Request('http://127.0.0.1/api/v0/x', { method: 'POST' })
    const asked = vi.spyOn(request, 'signal', 'get')

    await fetch(request)

    expect(asked).not.toHaveBeenCalled()
  })

  it('stays as it is where nothing can wait for it', async () => {
    expect(await ended('x', async () => undefined)).toBe(false)
  })
})

describe('a request that is refused', () => {
  const command = defineCommand({
    ...base,
    path: 'a/b',
    body: 'data',
    reply: empty(),
    run: async () => undefined,
  })

  it.each([
    ['GET', 'a/b', 405, '405 - Method Not Allowed\n', 'OPTIONS, POST'],
    ['PUT', 'nope', 405, '405 - Method Not Allowed\n', 'OPTIONS, POST'],
    ['OPTIONS', 'a/b', 204, '', 'OPTIONS, POST'],
    ['POST', 'a', 404, '404 page not found\n', null],
    ['POST', 'nope', 404, '404 page not found\n', null],
    ['POST', 'a/b', 400, "file argument 'data' is required\n", null],
  ])('answers %s /%s with %d', async (method, path, status, body, allow) => {
    const { call } = await serveCommands([command])

    const response = await call(path, { method })

    expect([response.status, await response.text(), response.headers.get('Allow')]).toEqual([
      status,
      body,
      allow,
    ])
    if (status >= 400) {
      expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
      expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
    }
  })

  it('leaves nothing open when a body was not read', async () => {
    const { call, openStreams } = await serveCommands([command])

    const response = await call('a/b', form(file('', 'x'.repeat(100_000))))

    expect([response.status, await response.text()]).toEqual([200, ''])
    expect(openStreams()).toBe(0)
  })
})
