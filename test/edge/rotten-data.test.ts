import { createHash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { file, form } from '../requests/form.ts'
import { expectNothingWrong, numberedLines, RIGHT, WRONG } from '../requests/rotten-content.ts'
import { earlierDataFolder } from './earlier-data-folder.ts'
import { runStarter, temporaryFolder } from './run-starter.ts'

/** The files of the fixture as they were added. */
const FILES = {
  'small.txt': { content: numberedLines('small', 5000), query: '' },
  'v1.txt': { content: numberedLines('v1', 700), query: 'cid-version=1' },
  'packed.txt': { content: numberedLines('packed', 1_100_000), query: '' },
  'packed-raw.txt': { content: numberedLines('raw', 600_000), query: 'cid-version=1&raw-leaves=true' },
  'waiting.txt': { content: numberedLines('waiting', 300_000), query: '' },
}

/** Stored as one block. */
const OBJECT = numberedLines('object', 2_000_000)

function filesIn(folder: string, kind: RegExp): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => kind.test(path))
}

function flip(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1')
  return Buffer.from(text.replaceAll(RIGHT, WRONG), 'latin1')
}

/** Bytes of blocks in rows; those whose bytes are in a pack as well only when asked for. */
function flipRows(dataFolder: string, { withPacked }: { withPacked: boolean }): void {
  for (const path of filesIn(dataFolder, /NodeObject.*[0-9a-f]{64}\.sqlite$/)) {
    const database = new DatabaseSync(path)
    const rows = database.prepare(
      `SELECT mh, bytes FROM blocks WHERE bytes IS NOT NULL ${withPacked ? '' : 'AND pack IS NULL'}`,
    )
    const change = database.prepare('UPDATE blocks SET bytes = ? WHERE mh = ?')
    for (const { mh, bytes } of rows.all()) {
      if (bytes instanceof Uint8Array && mh) change.run(flip(bytes), mh)
    }
    database.close()
  }
}

function flipObjects(dataFolder: string): void {
  for (const path of filesIn(dataFolder, /\/blobs\//)) writeFileSync(path, flip(readFileSync(path)))
}

async function open(dataFolder: string) {
  const { url } = await runStarter({ dataFolder })
  const send = (path: string, init?: RequestInit) => fetch(new URL(path, url), init)
  const post = async (path: string, init: RequestInit = {}) =>
    (await send(`/api/v0/${path}`, { method: 'POST', ...init })).text()
  return { send, post, counts: async () => JSON.parse(await post('diag/sys')).tidepool.blocks }
}

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('a pack on disk', () => {
  const content = numberedLines('direct', 600_000)
  const ends: (() => void)[] = []
  /** The data folder of a node that has ended, and the file in its pack. */
  let stopped: { readonly folder: string; readonly cid: string }

  beforeAll(async () => {
    const atEnd = (end: () => void) => ends.unshift(end)
    const folder = temporaryFolder(atEnd)
    const { url, kill, ended } = await runStarter({ dataFolder: folder, atEnd })
    const added = await fetch(`${url}/api/v0/add`, { method: 'POST', ...form(file('a', content)) })
    const { Hash: cid } = await added.json()
    kill('SIGTERM')
    await ended
    stopped = { folder, cid }
  })
  afterAll(() => {
    for (const end of ends) end()
  })

  /** A node on a copy of the folder whose only pack was changed. */
  async function openChanged(change: (path: string) => void) {
    const dataFolder = temporaryFolder()
    cpSync(stopped.folder, dataFolder, { recursive: true })
    const packs = filesIn(join(dataFolder, 'packs'), /\d$/)
    packs.forEach(change)
    expect(packs.length).toBe(1)
    return open(dataFolder)
  }

  it.each([
    ['changed', (path: string) => writeFileSync(path, flip(readFileSync(path)))],
    ['emptied', (path: string) => truncateSync(path)],
  ] as const)(
    'that was %s hands out nothing wrong, and is healed by an add of the right bytes',
    async (_, change) => {
      const { send, post, counts } = await openChanged(change)

      await expectNothingWrong(send, stopped.cid)
      expect(await post('repo/verify')).toContain('was corrupt')
      expect((await counts()).quarantined).toBeGreaterThanOrEqual(1)
      await post('add', form(file('a', content)))

      expect(await (await send(`/ipfs/${stopped.cid}`)).text()).toBe(Buffer.from(content).toString())
      expect(await post('repo/verify')).toContain('all blocks validated')
    },
  )

  it('that was cut off gets its blocks again from an add, also when nothing has read it before', async () => {
    const { send, post } = await openChanged((path) => truncateSync(path, 300_000))

    await post('add', form(file('a', content)))

    expect(await (await send(`/ipfs/${stopped.cid}`)).text()).toBe(Buffer.from(content).toString())
    expect(await post('repo/verify')).toContain('all blocks validated')
  })
})

describe('a data folder whose bytes were changed', () => {
  it('hands out nothing wrong, claims no bad block, and is healed by an add of the right bytes', async () => {
    const { dataFolder, facts } = await earlierDataFolder()
    flipRows(dataFolder, { withPacked: true })
    flipObjects(dataFolder)
    const { send, post, counts } = await open(dataFolder)

    for (const name of [...Object.keys(FILES), 'object.bin']) {
      await expectNothingWrong(send, facts.files[name]?.cid ?? '')
    }
    const { corrupt, quarantined, healed } = await counts()
    expect([corrupt, healed]).toEqual([quarantined, 0])
    expect(quarantined).toBeGreaterThanOrEqual(6)
    expect((await post('refs/local')).trim().split('\n').length).toBe(facts.blocks.length - quarantined)
    expect(await post(`block/stat?arg=${facts.files['small.txt']?.cid}`)).toContain('could not find')

    for (const [name, { content, query }] of Object.entries(FILES)) {
      expect(await post(`add?${query}`, form(file(name, content)))).toContain(facts.files[name]?.cid)
    }
    await post('block/put?cid-codec=raw&allow-big-block=true', form(file('data', OBJECT)))
    for (const name of [...Object.keys(FILES), 'object.bin']) {
      const { cid = '', sha256 } = facts.files[name] ?? {}
      const got = await send(`/ipfs/${cid}`)
      expect(digest(new Uint8Array(await got.arrayBuffer()))).toBe(sha256)
    }
    const after = await counts()
    expect(after.healed).toBe(after.corrupt - after.quarantined)
    expect(after.healed).toBeGreaterThanOrEqual(11)
  })

  it('serves the copy in the row when the one in the pack is bad, and heals the pack from it', async () => {
    const { dataFolder, facts } = await earlierDataFolder()
    flipObjects(dataFolder)
    const { cid = '', sha256 } = facts.files['packed-raw.txt'] ?? {}
    const { send, post, counts } = await open(dataFolder)

    expect(digest(new Uint8Array(await (await send(`/ipfs/${cid}`)).arrayBuffer()))).toBe(sha256)
    expect((await counts()).corrupt).toBe(0)
    const lines = (await post('repo/verify?heal=true')).trim().split('\n')

    expect(lines.filter((line) => line.includes(', healed'))).toHaveLength(4)
    expect(lines.at(-1)).toMatch(/10 blocks corrupt, 10 removed, 4 healed, 6 failed to heal/)
    expect(await post('repo/verify')).toContain('all blocks validated')
  })

  it('serves the copy in the pack when the one in the row is bad', async () => {
    const { dataFolder, facts } = await earlierDataFolder()
    flipRows(dataFolder, { withPacked: true })
    const { cid = '', sha256 } = facts.files['packed-raw.txt'] ?? {}
    const { send } = await open(dataFolder)

    expect(digest(new Uint8Array(await (await send(`/ipfs/${cid}`)).arrayBuffer()))).toBe(sha256)
  })

  it('is healed where objects are cut short', async () => {
    const { dataFolder, facts } = await earlierDataFolder()
    for (const path of filesIn(dataFolder, /\/blobs\//)) truncateSync(path, 1000)
    const { send, post, counts } = await open(dataFolder)
    const names = ['packed.txt', 'object.bin'] as const

    for (const name of names) await expectNothingWrong(send, facts.files[name]?.cid ?? '')
    expect((await counts()).quarantined).toBeGreaterThanOrEqual(2)
    await post('add', form(file('packed.txt', FILES['packed.txt'].content)))
    await post('block/put?cid-codec=raw&allow-big-block=true', form(file('data', OBJECT)))

    for (const name of names) {
      const { cid = '', sha256 } = facts.files[name] ?? {}
      expect(digest(new Uint8Array(await (await send(`/ipfs/${cid}`)).arrayBuffer()))).toBe(sha256)
    }
  })
})
