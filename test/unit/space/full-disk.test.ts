import { beforeAll, describe, expect, it } from 'vitest'
import { loopbackPolicy } from '../../../src/access/policy.ts'
import { createApp } from '../../../src/app.ts'
import { DEFAULT_SETTINGS } from '../../../src/calendar/model/settings.ts'
import { fixedClock } from '../../../src/memory/fixed-clock.ts'
import { createSpace } from '../../../src/space/create-space.ts'
import { configuredUsers, credentialsOf } from '../../hosts/calendar-users.ts'
import type { SendInit } from '../../hosts/host.ts'
import { file, form } from '../../requests/form.ts'
import { memoryNode } from '../memory-ports.ts'

const MIB = 1024 * 1024
const RESERVE_BYTES = 16 * MIB
/** Room for all of this, and so little that every write waits for a reading that is due. */
const ROOMY_BYTES = 100 * MIB

let freeBytes = ROOMY_BYTES
const clock = fixedClock()
const space = createSpace({ clock, reserveBytes: RESERVE_BYTES, freeBytes: async () => freeBytes })
const node = await memoryNode({ space })
const users = await configuredUsers()
const app = createApp(node, loopbackPolicy(), { calendar: { ...DEFAULT_SETTINGS, users } })

const send = async (path: string, init: SendInit = { method: 'POST' }) =>
  app.fetch(new Request(`http://127.0.0.1${path}`, init))
const call = (command: string, init?: SendInit) => send(`/api/v0/${command}`, init)
const stat = async () => (await call('repo/stat')).json()

/** Sets what the host tells from now on. */
const setFree = async (bytes: number) => {
  freeBytes = bytes
  await clock.sleep(1_000)
}

const ADDRESS = 'dym1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5dlqcrj'
let root = ''
let other = ''

beforeAll(async () => {
  await setFree(ROOMY_BYTES)
  root = (await (await call('add', form(file('kept', 'kept')))).json()).Hash
  other = (await (await call('add?pin=false', form(file('other', 'other')))).json()).Hash
})

const GROWING: readonly (readonly [path: string, init: SendInit])[] = [
  ['add', form(file('new', 'new'))],
  ['add?wrap-with-directory=true', form(file('a', 'new a'), file('b', 'x'.repeat(300_000)))],
  ['block/put', form(file('data', 'new block'))],
  ['dag/put', form(file('data', '{"new":1}'))],
  ['pin/add?arg={other}', { method: 'POST' }],
  ['ledger/create', form(file('', JSON.stringify({ creator: ADDRESS, rollappId: 'a_1-1' })))],
]

describe('a node whose disk is full up to the reserve', () => {
  it.each(GROWING)('ends %s with the error, and stores nothing', async (path, init) => {
    await setFree(RESERVE_BYTES)
    const before = await stat()

    const response = await call(path.replace('{other}', other), init)

    const lines = (await response.text()).trim().split('\n')
    const error = { Message: expect.stringMatching(/: no space left on device$/), Code: 0, Type: 'error' }
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual(error)
    expect(await stat()).toEqual(before)
  })

  it('refuses an event of the calendar with 507', async () => {
    await setFree(RESERVE_BYTES)
    const body = JSON.stringify({
      title: 'Full',
      start_date: '2027-01-01 10:00',
      end_date: '2027-01-01 11:00',
    })
    const headers = { 'Content-Type': 'application/json', ...credentialsOf('editor') }

    const response = await send('/cal/events/v1/events', { method: 'POST', headers, body })

    expect(response.status).toBe(507)
    expect(await response.json()).toMatchObject({
      message: expect.stringContaining('no space left on device'),
    })
  })

  it('reads, unpins and collects, and adds again once there is space', async () => {
    await setFree(ROOMY_BYTES)
    const gone = (await (await call('add', form(file('gone', 'gone')))).json()).Hash
    await setFree(RESERVE_BYTES / 2)

    expect(await (await call(`cat?arg=${root}`)).text()).toBe('kept')
    expect((await send(`/ipfs/${root}`, { method: 'GET' })).status).toBe(200)
    expect((await call(`pin/rm?arg=${gone}`)).status).toBe(200)
    expect(await (await call('repo/gc')).text()).toContain('Key')
    expect((await call(`cat?arg=${gone}`)).status).toBe(500)

    await setFree(RESERVE_BYTES * 2)
    expect((await call('add', form(file('again', 'again')))).status).toBe(200)
  })

  it('removes from the mutable files, whose folders are written anew, and copies nothing into them', async () => {
    await setFree(ROOMY_BYTES)
    const gone = (await (await call('add?pin=false&to-files=/', form(file('big', 'gone')))).json()).Hash
    await setFree(RESERVE_BYTES / 2)

    expect(await (await call(`files/cp?arg=/ipfs/${root}&arg=/copy`)).text()).toContain('no space left')
    expect((await call('files/rm?arg=/big')).status).toBe(200)
    await call('repo/gc')
    expect((await call(`cat?arg=${gone}`)).status).toBe(500)
  })

  it('still reads when another program has used the reserve up, and gives removals the same error', async () => {
    await setFree(ROOMY_BYTES)
    const loose = (await (await call('add?pin=false', form(file('loose', 'loose')))).json()).Hash
    await setFree(0)

    expect(await (await call(`cat?arg=${root}`)).text()).toBe('kept')
    for (const command of [`pin/rm?arg=${root}`, 'repo/gc', `block/rm?arg=${loose}`]) {
      expect(await (await call(command)).text()).toContain('no space left on device')
    }
    await setFree(RESERVE_BYTES)
    expect((await call('repo/gc')).status).toBe(200)
  })
})
