import { describe, expect, it } from 'vitest'
import { loopbackPolicy } from '../../src/access/policy.ts'
import { createApp } from '../../src/app.ts'
import { DEFAULT_SETTINGS } from '../../src/calendar/model/settings.ts'
import { pageKey, rowsPrefix, TEXTS_PREFIX } from '../../src/calendar/store/rows/keys.ts'
import { formatPeerId } from '../../src/codec/cid/peer-id.ts'
import { memoryHostKey } from '../../src/memory/memory-host-key.ts'
import { nameRow } from '../../src/names/record-store.ts'
import { keyOf } from '../../src/state/keys.ts'
import { configuredUsers, credentialsOf } from '../hosts/calendar-users.ts'
import { memoryNode, memoryPorts } from './memory-ports.ts'

const PATH = '/ipfs/bafkqaaa'

async function openNode() {
  const node = await memoryNode({ hostKey: memoryHostKey(new Uint8Array(32)) })
  const app = createApp(node, loopbackPolicy())
  const call = async (command: string) => {
    const answer = await app.fetch(new Request(`http://127.0.0.1/api/v0/${command}`, { method: 'POST' }))
    return answer.json()
  }
  const damage = (key: Uint8Array) =>
    node.datastore.batch([{ type: 'put', key, value: new Uint8Array(20).fill(0xff) }])
  return { node, call, damage }
}

it('a damaged record of an own name counts as none, and the next one replaces it', async () => {
  const { node, call, damage } = await openNode()
  const self = await node.keys.self()
  const name = formatPeerId(self.peerId)
  await call(`name/publish?arg=${PATH}&allow-offline=true`)
  await damage(nameRow(self.peerId))

  expect(await call(`name/resolve?arg=${name}`)).toMatchObject({ Type: 'error' })
  await call(`name/publish?arg=${PATH}&allow-offline=true`)

  expect(await call(`name/resolve?arg=${name}`)).toEqual({ Path: PATH })
})

it('damaged records of foreign names are removed with those that have ended', async () => {
  const { node, damage } = await openNode()
  const key = keyOf(keyOf('names/records/'), Uint8Array.of(0, 2, 1, 2))
  await damage(key)

  await node.names.purge()

  expect(await node.datastore.get(key)).toBeUndefined()
})

it.each([
  [
    'pin/remote/service/ls',
    'pins/remote/services/one',
    'Cannot read pinning service "one": its row is damaged; remove it with "pin/remote/service/rm", and add it again',
  ],
  ['ledger/list', 'ledger/head', 'Cannot read head of the ledger: its row is damaged'],
])('%s names the damaged row %s', async (command, key, message) => {
  const { call, damage } = await openNode()
  await damage(keyOf(key))

  expect(await call(command)).toMatchObject({ Message: message, Type: 'error' })
})

describe('rows of the calendar', () => {
  const PAGES = [new Uint8Array(), Uint8Array.of(1, 2, 3), new Uint8Array(200)]

  /** A calendar with two events, of which each call opens a node of its own over the same storage. */
  async function storedCalendar() {
    const ports = memoryPorts({ hostKey: memoryHostKey(new Uint8Array(32)) })
    const calendar = { ...DEFAULT_SETTINGS, users: await configuredUsers() }
    const headers = { 'Content-Type': 'application/json', ...credentialsOf('admin') }
    const send = async (method: string, path: string, body?: unknown) => {
      const app = createApp(await memoryNode(ports), loopbackPolicy(), { calendar })
      const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
      const answer = await app.fetch(new Request(`http://127.0.0.1/cal/events/v1/${path}`, init))
      return answer.json()
    }
    const add = (title: string) =>
      send('POST', 'events', { title, start_date: '1970-03-01 10:00:00', end_date: '1970-03-01 11:00:00' })
    const found = async (text: string) => (await send('GET', `events?search=${text}`)).events.length
    const ids = [(await add('First apple')).id, (await add('Second pear')).id]
    return { ports, send, found, ids }
  }

  it.each(PAGES)(
    'with damaged texts for searches are made again from the records, number %#',
    async (value) => {
      const { ports, send, found, ids } = await storedCalendar()
      const key = pageKey(TEXTS_PREFIX, 0)
      await ports.datastore.batch([{ type: 'put', key, value }])

      expect([await found('apple'), await found('pear')]).toEqual([1, 1])
      await send('POST', `events/${ids[0]}`, { title: 'First plum' })

      expect([await found('apple'), await found('plum'), await found('pear')]).toEqual([0, 1, 1])
    },
  )

  it.each(['events', 'categories'] as const)('say that a page of %s is damaged', async (collection) => {
    const { ports, send } = await storedCalendar()
    await send('POST', 'categories', { name: 'talks' })
    const key = pageKey(rowsPrefix(collection), 0)

    for (const value of PAGES) {
      await ports.datastore.batch([{ type: 'put', key, value }])
      expect(await send('GET', 'events')).toMatchObject({ message: expect.stringContaining('is damaged') })
    }
  })
})
