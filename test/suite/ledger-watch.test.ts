import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toJson } from '../../src/ledger/records/print-json.ts'
import { file, form } from '../requests/form.ts'
import { answer, FOUR, headOf, post } from '../requests/ledger.ts'
import { creation, update } from '../unit/ledger/ledger-of.ts'

const json = (value: unknown) => form(file('', JSON.stringify(value)))
/** Submits a record, and makes room for the next one at the next height. */
async function submit(start: bigint): Promise<void> {
  await answer(post('submit', json(toJson('MsgUpdateState', update(start, 1n, { rollappId: FOUR })))))
  await answer(post('advance'))
}

/** Nothing is pending when the suite ends, as other suites look at the queue. */
beforeAll(async () => {
  await answer(post('create', json(toJson('MsgCreateRollapp', creation({ rollappId: FOUR })))))
})

afterAll(async () => {
  await answer(post('advance?by=1000'))
})

describe('POST /api/v0/ledger/watch', () => {
  it('begins before there is an event, and tells each that comes from then on once and in order', async () => {
    const { root } = await headOf()
    const early = await watch('')

    const submitting = (async () => {
      for (let start = 1n; start <= 8n; start++) await submit(start)
    })()
    const during = await Promise.all([watch(`&from=${root}`), watch('&from=begin')])

    const all = ['1', '2', '3', '4', '5', '6', '7', '8']
    for (const { indexes, leave } of [early, ...during]) {
      expect(await indexes(8)).toEqual(all)
      await leave()
    }
    await submitting
  })
})

/** Watches the records of the suite that are received. Resolves when the reply has begun. */
async function watch(query: string) {
  const leaving = new AbortController()
  const path = `watch?rollapp=${FOUR}&status=STATE_STATUS_RECEIVED${query}`
  const { body } = await post(path, { signal: leaving.signal })
  if (!body) throw new Error('ledger/watch has no body')
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  return {
    /** The indexes of the next records. */
    async indexes(count: number): Promise<readonly string[]> {
      let text = ''
      const lines = () => text.split('\n').slice(0, -1).filter(Boolean)
      while (lines().length < count) {
        const { done, value } = await reader.read()
        if (done) throw new Error('ledger/watch ended')
        text += value
      }
      return lines().map((line) => JSON.parse(line).Attributes.state_info_index)
    },
    async leave(): Promise<void> {
      await reader.cancel().catch(() => undefined)
      leaving.abort()
    },
  }
}
