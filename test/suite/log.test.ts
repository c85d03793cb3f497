import { afterAll, describe, expect, it } from 'vitest'
import { send } from '#host'
import { expectRest } from '../requests/activity.ts'
import { followLog } from '../requests/follow-log.ts'

const post = (path: string, init = {}) => send(`/api/v0/${path}`, { method: 'POST', ...init })
const level = (subsystem: string, to: string) =>
  post(
    `log/level?${new URLSearchParams([
      ['arg', subsystem],
      ['arg', to],
    ])}`,
  )

afterAll(async () => {
  await level('all', 'default')
})

describe('POST /api/v0/log/level', () => {
  it.each([
    ['all', 'error', '*'],
    ['*', 'dpanic', '*'],
    ['rpc', 'warn', 'rpc'],
    ['rpc', 'DEBUG', 'rpc'],
  ])('sets %s to %s', async (subsystem, to, shown) => {
    const response = await level(subsystem, to)

    expect([response.status, await response.json()]).toEqual([
      200,
      { Message: `Changed log level of '${shown}' to '${to}'\n` },
    ])
  })

  it('restores the default level, and tells which', async () => {
    const response = await level('all', 'default')

    expect(await response.json()).toEqual({
      Message: expect.stringMatching(/^Changed log level of '\*' to '(debug|info|warn|error|fatal)'\n$/),
    })
  })

  it.each([
    ['rpc', 'loud', 'unrecognized level: "loud"'],
    ['rpc', '', 'unrecognized level: ""'],
    ['nope', 'error', 'error: No such logger'],
    ['constructor', 'error', 'error: No such logger'],
    ['', 'error', 'error: No such logger'],
  ])('refuses %s %s', async (subsystem, to, Message) => {
    const response = await level(subsystem, to)

    expect([response.status, await response.json()]).toEqual([500, { Message, Code: 0, Type: 'error' }])
  })

  it('needs both arguments', async () => {
    const texts = await Promise.all(
      ['log/level', 'log/level?arg=rpc'].map(async (path) => (await post(path)).text()),
    )

    expect(texts).toEqual(['argument "subsystem" is required\n', 'argument "level" is required\n'])
  })
})

it('POST /api/v0/log/ls lists the subsystems', async () => {
  const { Strings } = await (await post('log/ls')).json()

  expect(Strings).toContain('rpc')
  expect(Strings).toEqual([...new Set(Strings)])
})

describe('POST /api/v0/log/tail', () => {
  it('begins at once, and streams lines of the levels that are on', async () => {
    await level('rpc', 'debug')
    const log = await followLog()

    await post('version')
    const line = await log.find(({ command }) => command === 'version')
    await log.leave()

    expect(log.response.headers.get('X-Stream-Output')).toBe('1')
    expect(log.first).toMatchObject({ level: 'info', logger: 'log', msg: 'Following the log' })
    expect(line).toEqual({
      ts: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      level: 'debug',
      logger: 'rpc',
      msg: 'Answered call',
      command: 'version',
      durationMs: expect.any(Number),
    })
  })

  it('refuses a level that is none', async () => {
    const response = await post('log/tail?log-level=loud')

    expect([response.status, await response.json()]).toEqual([
      500,
      { Message: 'setting log level loud: unrecognized level: "loud"', Code: 0, Type: 'error' },
    ])
  })

  it('ends with the error of its time limit', async () => {
    const response = await post('log/tail?timeout=300ms')

    expect(response.status).toBe(200)
    expect((await response.text()).trim().split('\n').at(-1)).toBe(
      '{"Message":"context deadline exceeded","Code":0,"Type":"error"}',
    )
  })

  it('ends with its caller', async () => {
    const log = await followLog()

    await log.leave()

    await expectRest()
  })
})
