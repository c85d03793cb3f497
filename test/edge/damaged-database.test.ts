import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { file, form } from '../requests/form.ts'
import { runStarter, temporaryFolder } from './run-starter.ts'

const PAGE_BYTES = 4096
/** One block that is stored in a pack at once. */
const BLOCK = 'packed'.repeat(150_000)

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

it('a node whose database has damaged pages says so, and removes nothing', async () => {
  const dataFolder = temporaryFolder()
  const first = await runStarter({ dataFolder })
  const blocks = Array.from({ length: 200 }, (_, at) => file('data', `damaged page ${at} `.repeat(20)))
  const stored = await fetch(`${first.url}/api/v0/block/put?cid-codec=raw`, {
    method: 'POST',
    ...form(...blocks),
  })
  const { Key: cid } = JSON.parse((await stored.text()).split('\n')[7] ?? '')
  first.kill('SIGTERM')
  await first.ended
  damagePages(dataFolder, 'damaged page 7 ')
  const { url, complaints } = await runStarter({ dataFolder })

  for (const call of ['repo/verify', 'repo/verify?drop=true', 'repo/gc', `block/get?arg=${cid}`]) {
    const response = await fetch(`${url}/api/v0/${call}`, { method: 'POST' })

    expect([call, response.status, (await response.json()).Message]).toEqual([
      call,
      500,
      expect.stringContaining('database of the node: its file is damaged. Stop the node'),
    ])
  }
  const totals = await fetch(`${url}/api/v0/repo/stat`, { method: 'POST' })
  expect(await totals.json()).toMatchObject({ NumObjects: 200 })
  expect(complaints().match(/its file is damaged/g)).toHaveLength(1)
})

/** A data folder with a block in a pack, after its node has ended. */
async function stoppedNode() {
  const dataFolder = temporaryFolder()
  const { url, kill, ended } = await runStarter({ dataFolder })
  const stored = await fetch(`${url}/api/v0/block/put`, { method: 'POST', ...form(file('data', BLOCK)) })
  const { Key: cid } = await stored.json()
  kill('SIGTERM')
  await ended
  return { dataFolder, cid, path: databaseOf(dataFolder) }
}

it('npm start names a database that cannot be opened, in one line, leaves it as it is, and ends with 1', async () => {
  const { dataFolder, cid, path } = await stoppedNode()
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
  const post = (call: string) => fetch(`${url}/api/v0/${call}`, { method: 'POST' })
  expect((await post(`block/get?arg=${cid}&offline=true`)).status).toBe(500)
  await (await post('repo/fsck')).text()
  expect((await (await post(`block/get?arg=${cid}`)).text()) === BLOCK).toBe(true)
})

it('flipped bits in the rows of which each exists once change nothing, and are repaired', async () => {
  const dataFolder = temporaryFolder()
  const first = await runStarter({ dataFolder })
  const post = async (url: string, call: string, init: RequestInit = {}) =>
    (await (await fetch(`${url}/api/v0/${call}`, { method: 'POST', ...init })).text()).replace(/tcp\/\d+/, '')
  const tell = async (url: string) =>
    Promise.all(['id', 'key/ls?l=true', 'files/ls?arg=/', 'config/show'].map((call) => post(url, call)))
  await post(first.url, 'add?to-files=/&pin=false', form(file('kept.txt', 'kept by the namespace alone')))
  await post(first.url, 'key/gen?arg=named')
  await post(first.url, 'config?arg=Own.Setting&arg=kept')
  const told = await tell(first.url)
  first.kill('SIGTERM')
  await first.ended
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
  expect(second.complaints().match(/Repaired row/g)).toHaveLength(4)
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
