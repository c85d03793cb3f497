import { describe, expect, it } from 'vitest'
import { createLogs, type LogEntry, type LogLevels } from '../../../src/diagnostics/logs.ts'
import { redactText } from '../../../src/diagnostics/redact.ts'
import { fixedClock } from '../../../src/memory/fixed-clock.ts'
import { memoryLogger } from '../../../src/memory/memory-logger.ts'

function logs() {
  const host = memoryLogger()
  return { host, ...createLogs({ host, clock: fixedClock(0) }) }
}

describe('createLogs()', () => {
  it('passes on what is at least as grave as the level of its subsystem', () => {
    const { host, log, setLevel } = logs()
    const all = () => {
      for (const level of ['debug', 'info', 'warn', 'error'] as const) log(level, 'rpc', level)
    }

    all()
    setLevel('rpc', 'debug')
    all()
    setLevel('*', 'fatal')
    all()

    expect(host.lines.map(({ message }) => message)).toEqual([
      ...['warn', 'error'],
      ...['debug', 'info', 'warn', 'error'],
    ])
  })

  it('begins with the level of the owner, and returns to it by "default"', () => {
    const host = memoryLogger()
    const { log, setLevel } = createLogs({ host, clock: fixedClock(0), defaultLevel: 'info' })

    log('info', 'rpc', 'first')
    setLevel('rpc', 'fatal')
    log('error', 'rpc', 'silenced')
    setLevel('rpc', 'default')
    log('debug', 'rpc', 'too small')
    log('info', 'rpc', 'second')

    expect(host.lines.map(({ message }) => message)).toEqual(['first', 'second'])
  })

  it('keeps the levels of an earlier node in the map of the host', () => {
    const host = memoryLogger()
    const levels: LogLevels = new Map()
    createLogs({ host, clock: fixedClock(0), levels }).setLevel('rpc', 'debug')

    createLogs({ host, clock: fixedClock(0), levels }).log('debug', 'rpc', 'shown')

    expect(host.lines.map(({ message }) => message)).toEqual(['shown'])
  })

  it('hides credentials, queries of addresses and values under names of secrets', () => {
    const { host, log } = logs()
    const error = new Error('Cannot fetch https://a:SECRET@b.example/c?token=SECRET')

    log('error', 'rpc', 'Bearer SECRET', { error, apiToken: 'SECRET', url: '/x?key=SECRET', count: 1n })

    const [line] = host.lines
    expect(
      JSON.stringify(line?.fields, (_, value) =>
        value instanceof Error ? value.stack : String(value) === '1' ? '1' : value,
      ),
    ).not.toContain('SECRET')
    expect(line?.message).toBe('Bearer [hidden]')
    expect(line?.fields).toMatchObject({ apiToken: '[hidden]', url: '/x?[hidden]', count: 1n })
  })

  it('drops what a slow reader cannot take, and counts it', async () => {
    const { log, follow } = logs()
    const leaving = new AbortController()
    const reader = follow({ signal: leaving.signal })[Symbol.asyncIterator]()
    const first = reader.next()

    for (let count = 0; count < 1_500; count += 1) log('error', 'rpc', `line ${count}`)

    const lines: (LogEntry | undefined)[] = [(await first).value as LogEntry]
    for (let count = 0; count < 1_000; count += 1) lines.push((await reader.next()).value as LogEntry)
    expect(lines[0]?.message).toBe('line 0')
    expect(lines.at(-1)).toMatchObject({ level: 'warn', scope: 'log', fields: { dropped: 500 } })
    leaving.abort()
    expect((await reader.next()).done).toBe(true)
  })

  it('gives a reader the lines from its level on', async () => {
    const { log, follow } = logs()
    const leaving = new AbortController()
    const reader = follow({ least: 'error', signal: leaving.signal })[Symbol.asyncIterator]()

    const next = reader.next()
    log('warn', 'rpc', 'too small')
    log('error', 'rpc', 'enough')

    expect((await next).value).toMatchObject({ message: 'enough' })
    leaving.abort()
  })

  it('ends for a reader that leaves while it waits', async () => {
    const { follow } = logs()
    const leaving = new AbortController()
    const next = follow({ signal: leaving.signal })[Symbol.asyncIterator]().next()

    leaving.abort()

    expect((await next).done).toBe(true)
  })
})

describe('redactText()', () => {
  it.each([
    ['Basic dXNlcjpwYXNz is wrong', 'Basic [hidden] is wrong'],
    ['GET https://u:p@h.example/p?a=1&b=2#c', 'GET https://h.example/p?[hidden]#c'],
    ['/api/v0/add?pin=false', '/api/v0/add?[hidden]'],
    ['is this a question? yes', 'is this a question? yes'],
    ['x'.repeat(5_000), `${'x'.repeat(4_000)}…`],
  ])('%.40s', (text, expected) => {
    expect(redactText(text)).toBe(expected)
  })
})
