import { createHash, randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatUsers } from '../../src/calendar/access/users.ts'
import { configuredUsers, credentialsOf } from '../hosts/calendar-users.ts'
import { file, form } from '../requests/form.ts'
import { earlierDataFolder } from './earlier-data-folder.ts'
import { runStarter } from './run-starter.ts'

const USERS = formatUsers(await configuredUsers())
const EVENT = { title: 'Later', start_date: '2041-05-01 10:00:00', end_date: '2041-05-01 12:00:00' }

async function open() {
  const { dataFolder, facts } = await earlierDataFolder()
  const start = () => runStarter({ dataFolder, environment: { CALENDAR_USERS: USERS } })
  return { start, facts, dataFolder, ...requests(await start()) }
}

function requests({ url, kill, ended }: Awaited<ReturnType<typeof runStarter>>) {
  const call = (path: string, init: RequestInit = {}) =>
    fetch(new URL(`/api/v0/${path}`, url), { method: 'POST', ...init })
  return {
    url,
    call,
    lines: async (path: string) =>
      (await (await call(path)).text())
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    stop: async () => {
      kill('SIGTERM')
      return ended
    },
  }
}

const digest = async (response: Response) =>
  createHash('sha256')
    .update(new Uint8Array(await response.arrayBuffer()))
    .digest('hex')

/** The packs on disk. The earlier build had none there. */
function packFiles(dataFolder: string): string[] {
  return readdirSync(join(dataFolder, 'packs'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^\d+.\d+$/.test(name),
  )
}

/** A data folder written by an earlier build. */
describe('an earlier data folder', () => {
  it('keeps every block, pin, event and record, and its peer', async () => {
    const { facts, call, lines, url } = await open()

    expect((await lines('refs/local')).map(({ Ref }) => Ref).sort()).toEqual(facts.blocks)
    expect((await lines('repo/stat'))[0]).toMatchObject(facts.stat)
    expect((await lines('repo/verify')).at(-1)).toEqual({
      Msg: 'verify complete, all blocks validated.',
      Progress: 0,
    })
    expect((await lines('pin/ls?stream=true')).map(({ Cid, Type }) => [Cid, Type]).sort()).toEqual(facts.pins)
    expect(await lines('pin/verify?verbose=true')).not.toContainEqual(expect.objectContaining({ Ok: false }))
    const list = await fetch(new URL('/cal/events/v1/events?per_page=50&start_date=2040-01-01', url))
    expect((await list.json()).events).toMatchObject(facts.events)
    expect((await lines('ledger/params'))[0]).toMatchObject({
      Root: { '/': facts.ledger.root },
      Height: facts.ledger.height,
    })
    expect((await lines('ledger/audit')).at(-1)).toMatchObject({ Commits: 14, Done: true })
    expect((await lines('id'))[0].ID).toBe(facts.id)
    for (const { cid, sizeBytes, sha256 } of Object.values(facts.files)) {
      const gateway = await fetch(new URL(`/ipfs/${cid}`, url))
      expect(gateway.headers.get('content-length')).toBe(String(sizeBytes))
      expect(await digest(gateway)).toBe(sha256)
      expect(await digest(await call(`cat?arg=${cid}`))).toBe(sha256)
    }
    for (const [name, cid] of Object.entries(facts.folder.entries)) {
      const found = await (await call(`resolve?arg=/ipfs/${name.replace('folder', facts.folder.cid)}`)).json()
      expect(found.Path).toBe(`/ipfs/${cid}`)
    }
  })

  it('is written to, collected and swept, and opens again', async () => {
    const { start, facts, dataFolder, call, lines, url, stop } = await open()

    expect((await call('add', form(file('new.txt', 'new')))).status).toBe(200)
    const large = randomBytes(600_000)
    const { Hash } = await (await call('add', form(file('large.bin', large)))).json()
    expect(packFiles(dataFolder).length).toBe(1)
    const headers = { 'Content-Type': 'application/json', ...credentialsOf('admin') }
    const event = { method: 'POST', headers, body: JSON.stringify(EVENT) }
    expect((await fetch(new URL('/cal/events/v1/events', url), event)).status).toBe(201)
    expect((await call('ledger/anchor')).status).toBe(200)
    await lines('repo/gc')
    await lines('repo/fsck')
    expect(await stop()).toBe(0)
    const again = requests(await start())

    expect((await again.lines('repo/verify')).at(-1).Msg).toBe('verify complete, all blocks validated.')
    expect((await again.lines('pin/ls?stream=true')).map(({ Cid }) => Cid)).toEqual(
      expect.arrayContaining(facts.pins.map(([cid]) => cid)),
    )
    expect(await digest(await again.call(`cat?arg=${Hash}`))).toBe(
      createHash('sha256').update(large).digest('hex'),
    )
    for (const { cid, sha256 } of Object.values(facts.files)) {
      expect(await digest(await again.call(`cat?arg=${cid}`))).toBe(sha256)
    }
  })
})
