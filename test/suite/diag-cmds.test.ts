import { beforeEach, describe, expect, it } from 'vitest'
import { send } from '#host'
import { followLog } from '../requests/follow-log.ts'

interface Call {
  readonly StartTime: string
  readonly EndTime: string
  readonly Active: boolean
  readonly Command: string
  readonly Options: Readonly<Record<string, unknown>>
  readonly Args: readonly string[]
  readonly ID: number
}

const post = (path: string, init = {}) => send(`/api/v0/${path}`, { method: 'POST', ...init })
const calls = async (): Promise<readonly Call[]> => (await post('diag/cmds')).json()
const drained = async (path: string) => (await post(path)).text()

beforeEach(async () => {
  await drained('diag/cmds/set-time?arg=1h')
  await drained('diag/cmds/clear')
})

describe('POST /api/v0/diag/cmds', () => {
  it('shows a call that runs, and itself', async () => {
    const log = await followLog()
    const running = (await calls()).filter(({ Active }) => Active)
    await log.leave()

    expect(running.at(-1)?.Command).toBe('diag/cmds')
    expect(running.find(({ Command }) => Command === 'log/tail')).toMatchObject({
      EndTime: '0001-01-01T00:00:00Z',
      Options: { encoding: 'json' },
    })
  })

  it('shows a call that has ended, with what it was sent', async () => {
    await drained('cid/format?arg=QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn&v=1&encoding=text&nope=1')

    const found = (await calls()).find(({ Command }) => Command === 'cid/format')

    expect(found).toEqual({
      StartTime: expect.stringMatching(/^\d{4}-.*Z$/),
      EndTime: expect.stringMatching(/^\d{4}-.*Z$/),
      Active: false,
      Command: 'cid/format',
      Options: { v: '1', encoding: 'text' },
      Args: ['QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'],
      ID: expect.any(Number),
    })
    expect(found?.EndTime).not.toBe('0001-01-01T00:00:00Z')
  })

  it('cuts long arguments and many of them', async () => {
    await drained(`cid/base32?arg=${'x'.repeat(5_000)}${'&arg=y'.repeat(50)}`)

    const found = (await calls()).find(({ Command }) => Command === 'cid/base32')

    expect(found?.Args).toHaveLength(16)
    expect(found?.Args[0]).toBe(`${'x'.repeat(200)}…`)
  })

  it('writes a table for a person', async () => {
    await drained('version')

    expect(await drained('diag/cmds?encoding=text')).toMatch(
      /^Command\tActive\tStartTime\n(.*\n)*diag\/cmds\ttrue\t/,
    )
    expect(await drained('diag/cmds?encoding=text&verbose=true')).toContain('\tversion\t')
  })
})

it('POST /api/v0/diag/cmds/clear forgets the calls that have ended', async () => {
  await drained('version')

  expect(await drained('diag/cmds/clear')).toBe('')

  expect((await calls()).map(({ Command }) => Command)).not.toContain('version')
})

describe('POST /api/v0/diag/cmds/set-time', () => {
  it('says how long calls are remembered', async () => {
    await drained('version')

    expect(await drained('diag/cmds/set-time?arg=0s')).toBe('')

    expect((await calls()).filter(({ Active }) => !Active)).toEqual([])
  })

  it.each([
    ['x', 'time: invalid duration "x"'],
    ['5', 'time: missing unit in duration "5"'],
    ['', 'time: invalid duration ""'],
  ])('refuses "%s"', async (time, Message) => {
    const response = await post(`diag/cmds/set-time?arg=${time}`)

    expect([response.status, await response.json()]).toEqual([500, { Message, Code: 0, Type: 'error' }])
  })
})
