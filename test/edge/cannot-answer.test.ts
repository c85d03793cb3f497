import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { cannotAnswer } from '../../edge/cannot-answer.ts'
import { DAMAGED } from '../../edge/damage.ts'
import { DomainError } from '../../src/errors.ts'

const RPC = new Request('http://127.0.0.1/api/v0/version', { method: 'POST' })
const GATEWAY = new Request('http://127.0.0.1/ipfs/bafkqaaa')

const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
beforeEach(() => void log.mockClear())
afterAll(() => log.mockRestore())

it('answers a damaged database by what it is, without an invitation to try again, and logs it once', async () => {
  const ofSqlite = new Error('database disk image is malformed: SQLITE_CORRUPT')
  const rpc = cannotAnswer(RPC, ofSqlite)
  const gateway = cannotAnswer(GATEWAY, new DomainError('unavailable', DAMAGED))

  expect([rpc.status, await rpc.json()]).toEqual([500, { Message: DAMAGED, Code: 0, Type: 'error' }])
  expect([gateway.status, await gateway.text()]).toEqual([503, `${DAMAGED}\n`])
  expect(gateway.headers.has('retry-after')).toBe(false)
  expect(log).toHaveBeenCalledTimes(1)
})

it('answers a row without which no node opens like a damaged database', async () => {
  const response = cannotAnswer(
    GATEWAY,
    new Error('DomainError: Cannot read identity of this node: its row is damaged'),
  )

  expect([response.status, await response.text()]).toEqual([503, `${DAMAGED}\n`])
  expect(response.headers.has('retry-after')).toBe(false)
})

it('lets the caller try again after any other error, and logs each', async () => {
  for (const message of ['internal error; reference = a', 'Network connection lost.']) {
    const response = cannotAnswer(RPC, new Error(message))

    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await response.text()).toContain('try again')
  }
  expect(log).toHaveBeenCalledTimes(2)
})
