import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { file, form } from '../requests/form.ts'
import { runStarter, temporaryFolder } from './run-starter.ts'

const PAGE_BYTES = 4096

/** Overwrites the beginning of each page of the database that contains a text. */
function damagePages(dataFolder: string, text: string): void {
  const names = readdirSync(dataFolder, { recursive: true, encoding: 'utf8' })
  const path = join(dataFolder, names.find((name) => /NodeObject.*[0-9a-f]{64}\.sqlite$/.test(name)) ?? '')
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
