import { describe, expect, it } from 'vitest'
import { loopbackPolicy } from '../../src/access/policy.ts'
import { createApp } from '../../src/app.ts'
import { DEFAULT_SETTINGS } from '../../src/calendar/model/settings.ts'
import { memoryBlockstore } from '../../src/memory/memory-blockstore.ts'
import { memoryDatastore } from '../../src/memory/memory-datastore.ts'
import type { Blockstore } from '../../src/ports/blockstore.ts'
import { REGISTRY } from '../../src/rpc/commands/index.ts'
import type { AnyCommand } from '../../src/rpc/declare/command.ts'
import { wireMeta } from '../../src/rpc/declare/wire.ts'
import { configuredUsers, credentialsOf } from '../hosts/calendar-users.ts'
import { directory, file, form } from '../requests/form.ts'
import { memoryNode } from './memory-ports.ts'

const USERS = await configuredUsers()
const EVENT = {
  title: 'Event',
  description: 'right',
  start_date: '2040-05-01 10:00:00',
  end_date: '2040-05-01 12:00:00',
}

/** Readers of content that are no commands. */
const PATHS = ['', '?format=raw', '?format=car', '?format=tar', '/f', '/f?format=raw', '/f?format=car']
const OTHERS = [
  '/cal/events/v1/events',
  '/cal/events/v1/events/1',
  '/cal/events/v1/events?search=right',
  '/event/event/',
  '/dymensionxyz/dymension/rollapp/rollapp',
]

const withoutBody = (REGISTRY as readonly AnyCommand[]).filter(
  ({ run, needs, body }) => run && !needs && !body,
)

/** A node with a folder, an event and a ledger, whose storage has `wrong` wherever `right` was stored. */
async function rottenNode() {
  const store = memoryBlockstore()
  const datastore = memoryDatastore()
  const reads = { isRotten: false, stacks: [] as string[] }
  const note = () => reads.stacks.push(new Error('read').stack ?? '')
  const rotten = (bytes: Uint8Array) => (reads.isRotten ? asWrong(bytes) : bytes)
  const blockstore: Blockstore = {
    ...store,
    async get(cid, options) {
      note()
      const bytes = await store.get(cid, options)
      return bytes && rotten(bytes)
    },
    async *copies(cid, options) {
      note()
      for await (const bytes of store.copies(cid, options)) yield rotten(bytes)
    },
  }
  const open = async () => {
    const node = await memoryNode({ blockstore, datastore })
    const app = createApp(node, loopbackPolicy(), { calendar: { ...DEFAULT_SETTINGS, users: USERS } })
    return (path: string, init?: RequestInit) => app.fetch(new Request(`http://127.0.0.1${path}`, init))
  }
  const send = await open()
  const tree = form(directory('d'), file('d/f', 'right'.repeat(20)), file('d/g', 'right'))
  const lines = (await (await send('/api/v0/add?chunker=size-40', tree)).text()).trim().split('\n')
  const headers = { 'Content-Type': 'application/json', ...credentialsOf('admin') }
  const written = { method: 'POST', headers, body: JSON.stringify(EVENT) }
  expect((await send('/cal/events/v1/events', written)).status).toBe(201)
  await (await send('/api/v0/ledger/anchor', { method: 'POST' })).text()
  reads.isRotten = true
  // A new process: nothing is in memory.
  return { reads, open, folder: JSON.parse(lines.at(-1) ?? '').Hash as string }
}

/** The same bytes with `wrong` for each `right`, or with another last byte. */
function asWrong(bytes: Uint8Array): Uint8Array {
  const text = String.fromCharCode(...bytes)
  const wrong = text.includes('right') ? text.replaceAll('right', 'wrong') : `${text.slice(0, -1)}\0`
  return Uint8Array.from(wrong, (character) => character.charCodeAt(0))
}

function targets({ path, args }: AnyCommand, folder: string): readonly string[] {
  const required = Object.values(args).filter((schema) => wireMeta(schema).required).length
  return ['', '/f', '/g'].map((below) => `${path}?${`arg=${folder}${below}&`.repeat(required)}`)
}

describe('a node whose storage is rotten', () => {
  it('hands out nothing of it by any command or page, and reads it in one place', async () => {
    const { reads, open, folder } = await rottenNode()
    const asked = [
      ...withoutBody.flatMap((command) => targets(command, folder)).map((path) => `/api/v0/${path}`),
      ...PATHS.map((path) => `/ipfs/${folder}${path}`),
      ...OTHERS,
    ].filter((path) => !/ledger\/watch|shutdown|log\/tail/.test(path))
    const served: string[] = []
    for (const path of asked) {
      const send = await open()
      const response = await send(path, { method: path.startsWith('/api/') ? 'POST' : 'GET' })
      const text = await response.text().catch(() => 'cut')
      if (text.includes('wrong')) served.push(path)
    }

    expect(served).toEqual([])
    expect(reads.stacks.length).toBeGreaterThan(100)
    expect(reads.stacks.filter((stack) => !stack.includes('/src/blocks/source.ts'))).toEqual([])
  })
})
