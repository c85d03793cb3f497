import { describe, expect, it } from 'vitest'
import { host, send } from '#host'
import { FIRST_BLOCK } from '../../src/ledger/state/root.ts'
import { TEST_USERS } from '../hosts/calendar-users.ts'
import { expectRest } from '../requests/activity.ts'
import { anEvent, calendar } from '../requests/calendar.ts'

const post = (path: string) => send(`/api/v0/ledger/${path}`, { method: 'POST' })

async function audit(query = '') {
  const text = await (await post(`audit?${query}`)).text()
  const lines = text.trim().split('\n')
  return lines.map((line) => JSON.parse(line)).at(-1)
}

const root = async () => (await (await post('params')).json()).Root['/'] as string

/** Index of the last record: a write may have brought in what waited, and left nothing to `anchor`. */
async function lastIndex(rollapp: string): Promise<string> {
  const { StateInfo } = await (await post(`get?arg=${rollapp}`)).json()
  return StateInfo.stateInfoIndex.index
}

describe('POST /api/v0/ledger/audit', () => {
  it('replays what the calendar brought into the ledger, and holds it against what was seen before', async () => {
    expect(TEST_USERS.length, host).toBeGreaterThan(0)
    await calendar('/events', { body: anEvent() })
    const first = await (await post('anchor')).json()
    const known = await root()
    const before = await lastIndex(first.RollappId)
    const { body } = await calendar('/events', { body: anEvent() })
    await calendar(`/events/${body.id}`, { body: { title: 'Changed' } })
    const second = await (await post('anchor')).json()

    expect(second).toMatchObject({ RollappId: first.RollappId, Waiting: 0, Root: { '/': await root() } })
    expect(await (await post('anchor')).json()).toMatchObject({ Indexes: [], Waiting: 0 })
    const report = await audit(`known=${known}`)
    expect(report).not.toHaveProperty('Fault')
    expect(report).toMatchObject({
      RollappId: first.RollappId,
      Records: await lastIndex(first.RollappId),
      Done: true,
    })
    expect(report.Commits).toBeGreaterThanOrEqual(3)
    expect(await audit(`root=${known}`)).toMatchObject({ Records: before, Done: true })
    expect((await audit(`root=${known}&known=${await root()}`)).Fault).toMatchObject({ Kind: 'equivocated' })
  })

  it('tells what waits, since when and until when, and changes nothing by it', async () => {
    await post('anchor')
    expect(await (await post('anchor?dry-run=true')).json()).toEqual({
      RollappId: expect.stringMatching(/^calendar_\d+-1$/),
      Sequencer: expect.stringMatching(/^dym1/),
      ...{ Indexes: [], Waiting: 0, Root: { '/': await root() } },
    })
    const before = await root()
    await calendar('/events', { body: anEvent() })

    const waiting = await (await post('anchor?dry-run=true')).json()

    expect(waiting).toMatchObject({ Indexes: [], Waiting: 1, Root: { '/': before } })
    expect(Date.parse(waiting.Due)).toBeGreaterThan(Date.parse(waiting.WaitingSince))
    expect(await root()).toBe(before)
  })

  it('has nothing against a calendar of which nothing is in the ledger, whatever the node is asked by', async () => {
    const begin = FIRST_BLOCK.cid
    const own = (await (await post('anchor?dry-run=true')).json()).RollappId

    for (const query of [`root=${begin}`, `root=${begin}&known=${begin}`, `arg=${own}&root=${begin}`]) {
      const report = await audit(query)
      expect(report).toMatchObject({ RollappId: own, Records: '0', Commits: 0, Done: true })
      expect(report).not.toHaveProperty('Fault')
    }
  })

  it('is at rest after a caller who left before the first line, and audits for the next', async () => {
    await calendar('/events', { body: anEvent() })
    await post('anchor')
    for (let callers = 5; callers > 0; callers -= 1) {
      const caller = new AbortController()
      const answer = send('/api/v0/ledger/audit', { method: 'POST', signal: caller.signal }).then(
        (response) => response.text(),
      )
      caller.abort()
      await answer.catch(() => undefined)
    }

    await expectRest()
    expect(await audit()).toMatchObject({ Done: true })
  })

  it('names what is not to be had', async () => {
    const absent = 'bafyreigdmqpykrgxyaxtlafqpqhzrb7qy2rh75nldvfd4tucqmqqme5yje'

    expect((await audit(`root=${absent}`)).Fault).toMatchObject({ Kind: 'withheld' })
    expect((await audit('arg=none_1-1')).Fault).toMatchObject({ Kind: 'withheld' })
    expect((await post('audit?root=nonsense')).status).toBe(400)
  })
})
