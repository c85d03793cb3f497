import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { file, form } from '../requests/form.ts'
import { runStarter, temporaryFolder } from './run-starter.ts'

const PAGE_BYTES = 4096
/** One block that is stored in a pack at once. */
const BLOCK = 'packed'.repeat(150_000)
const SMALL_BLOCKS = 200

function databaseOf(dataFolder: string): string {
  const names = readdirSync(dataFolder, { recursive: true, encoding: 'utf8' })
  return join(dataFolder, names.find((name) => /NodeObject.*[0-9a-f]{64}\.sqlite$/.test(name)) ?? '')
}

/** Overwrites the beginning of each page of the database that contains a text. */
function damagePages(dataFolder: string, text: string): void {
  const path = databaseOf(dataFolder)
  const database = new DatabaseSync(path)
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  const bytes = readFileSync(path)
  for (let at = 0; at < bytes.byteLength; at += PAGE_BYTES) {
    const page = bytes.subarray(at, at + PAGE_BYTES)
    if (page.includes(text)) page.fill(0xff, 0, 100)
  }
  writeFileSync(path, bytes)
}

/** The data folder of a node that has ended, what it answered, and two of its blocks. */
let stopped: {
  readonly dataFolder: string
  readonly told: readonly string[]
  readonly blockCount: number
  readonly smallCid: string
  readonly packedCid: string
}

const ends: (() => void)[] = []
afterAll(() => {
  for (const end of ends) end()
})

beforeAll(async () => {
  const atEnd = (end: () => void) => ends.unshift(end)
  const dataFolder = temporaryFolder(atEnd)
  const { url, kill, ended } = await runStarter({ dataFolder, atEnd })
  const blocks = Array.from({ length: SMALL_BLOCKS }, (_, at) =>
    file('data', `damaged page ${at} `.repeat(20)),
  )
  const small = await post(url, 'block/put?cid-codec=raw&pin=true', form(...blocks))
  const packed = await post(url, 'block/put?cid-codec=raw&pin=true', form(file('data', BLOCK)))
  await post(url, 'add?to-files=/&pin=false', form(file('kept.txt', 'kept by the namespace alone')))
  await post(url, 'key/gen?arg=named')
  await post(url, 'config?arg=Own.Setting&arg=kept')
  const told = await tell(url)
  const blockCount = await countBlocks(url)
  kill('SIGTERM')
  await ended
  const smallCid = JSON.parse(small.split('\n')[7] ?? '').Key
  stopped = { dataFolder, told, blockCount, smallCid, packedCid: JSON.parse(packed).Key }
})

/** A copy of the folder of the stopped node, removed after the test. */
function stoppedNode() {
  const dataFolder = temporaryFolder()
  cpSync(stopped.dataFolder, dataFolder, { recursive: true })
  return { ...stopped, dataFolder, path: databaseOf(dataFolder) }
}

async function post(url: string, call: string, init: RequestInit = {}): Promise<string> {
  return (await fetch(`${url}/api/v0/${call}`, { method: 'POST', ...init })).text()
}

async function countBlocks(url: string): Promise<number> {
  return JSON.parse(await post(url, 'repo/stat')).NumObjects
}

/** What a node says of the rows of which each exists once. Its port differs from start to start. */
async function tell(url: string): Promise<string[]> {
  const calls = ['id', 'key/ls?l=true', 'files/ls?arg=/', 'config/show']
  return Promise.all(calls.map(async (call) => (await post(url, call)).replace(/tcp\/\d+/, '')))
}

it('a node whose database has damaged pages says so, and removes nothing', async () => {
  const { dataFolder, smallCid, blockCount } = stoppedNode()
  damagePages(dataFolder, 'damaged page 7 ')
  const { url, complaints } = await runStarter({ dataFolder })

  for (const call of ['repo/verify', 'repo/verify?drop=true', 'repo/gc', `block/get?arg=${smallCid}`]) {
    const response = await fetch(`${url}/api/v0/${call}`, { method: 'POST' })

    expect([call, response.status, (await response.json()).Message]).toEqual([
      call,
      500,
      expect.stringContaining('database of the node: its file is damaged. Stop the node'),
    ])
  }
  expect(blockCount).toBeGreaterThan(SMALL_BLOCKS)
  expect(await countBlocks(url)).toBe(blockCount)
  await expect.poll(() => complaints().match(/its file is damaged/g)).toHaveLength(1)
})

it('npm start names a database that cannot be opened, in one line, leaves it as it is, and ends with 1', async () => {
  const { dataFolder, packedCid, path } = stoppedNode()
  const whole = readFileSync(path)
  const bucket = join(dataFolder, 'r2/miniflare-R2BucketObject/metadata.sqlite')
  const damages = [
    { of: path, fromByte: PAGE_BYTES, sizeBytes: 9 * PAGE_BYTES },
    { of: path, fromByte: 0, sizeBytes: PAGE_BYTES },
    { of: bucket, fromByte: 0, sizeBytes: PAGE_BYTES },
  ]
  for (const { of, fromByte, sizeBytes } of damages) {
    const damaged = readFileSync(of).fill(0xa5, fromByte, fromByte + sizeBytes)
    const before = readFileSync(of)
    writeFileSync(of, damaged)

    const starter = await runStarter({ dataFolder })

    expect([await starter.ended, starter.lines]).toEqual([1, []])
    const [line, ...others] = starter.complaints().split('\n')
    expect(line).toContain(`Cannot open database "${of}": its file is damaged`)
    expect(others).toEqual([''])
    expect(readFileSync(of).equals(damaged)).toBe(true)
    writeFileSync(of, before)
  }
  expect(readFileSync(path).equals(whole)).toBe(true)

  // What the line says of a node without a backup.
  rmSync(path)
  const { url } = await runStarter({ dataFolder })
  const get = `block/get?offline=true&arg=${packedCid}`
  expect((await fetch(`${url}/api/v0/${get}`, { method: 'POST' })).status).toBe(500)
  await post(url, 'repo/fsck')
  expect((await post(url, get)) === BLOCK).toBe(true)
})

it('flipped bits in the rows of which each exists once change nothing, and are repaired', async () => {
  const { dataFolder, told } = stoppedNode()
  const database = new DatabaseSync(databaseOf(dataFolder))
  const rows = database.prepare(
    "SELECT key, value FROM entries WHERE CAST(key AS TEXT) IN ('keys/self', 'keys/named/named', 'files/root', 'config/document')",
  )
  const change = database.prepare('UPDATE entries SET value = ? WHERE key = ?')
  const damaged = rows.all().map(({ key, value }) => {
    if (!(key instanceof Uint8Array && value instanceof Uint8Array)) throw new TypeError('no bytes')
    const at = Math.floor(value.byteLength / 3)
    change.run(value.with(at, (value[at] ?? 0) ^ 0x20), key)
    return { key, value }
  })
  database.close()
  expect(damaged).toHaveLength(4)

  const second = await runStarter({ dataFolder })
  expect(await tell(second.url)).toEqual(told)
  expect(await post(second.url, 'repo/gc')).toBe('')
  await expect.poll(() => second.complaints().match(/Repaired row/g)).toHaveLength(4)
  second.kill('SIGTERM')
  await second.ended

  const repaired = new DatabaseSync(databaseOf(dataFolder))
  const held = repaired.prepare('SELECT value FROM entries WHERE key = ?')
  for (const { key, value } of damaged) expect(held.get(key)?.['value']).toEqual(value)
  repaired.exec("UPDATE entries SET value = x'ff00ff' WHERE CAST(key AS TEXT) = 'keys/self'")
  repaired.close()

  const third = await runStarter({ dataFolder })
  expect([await third.ended, third.lines]).toEqual([1, []])
  expect(third.complaints()).toContain(
    `Cannot open database "${databaseOf(dataFolder)}": its file is damaged`,
  )
})
