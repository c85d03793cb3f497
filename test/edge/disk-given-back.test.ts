import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { compact } from '../../edge/local/compact.ts'
import { makeDataFolder, packsFolder, storageFolders } from '../../edge/local/data-folder.ts'
import { removePartialFiles } from '../../edge/local/partial-files.ts'
import { runStarter, temporaryFolder } from './run-starter.ts'

const MIB = 1024 * 1024

/** What the files of a folder take, without the ballast of a full disk. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name !== 'ballast')
    .map((name) => statSync(join(folder, name)))
    .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0)
}

async function add(url: string, ...contents: Uint8Array<ArrayBuffer>[]): Promise<string[]> {
  const body = new FormData()
  for (const content of contents) body.append('file', new File([content], 'file'))
  const response = await fetch(`${url}/api/v0/add?raw-leaves=true`, { method: 'POST', body })
  const lines = (await response.text()).trim().split('\n')
  return lines.map((line) => JSON.parse(line).Hash)
}

async function call(url: string, command: string): Promise<string> {
  const response = await fetch(`${url}/api/v0/${command}`, { method: 'POST' })
  expect(response.status).toBe(200)
  return response.text()
}

/** Resolves once no work of the background is left. */
async function settled(url: string): Promise<void> {
  const isAtWork = async () => {
    const { tidepool } = JSON.parse(await call(url, 'diag/sys'))
    return tidepool.activity['background-tasks'].now > 0
  }
  await expect.poll(isAtWork, { timeout: 30_000, interval: 200 }).toBe(false)
}

async function stop({ kill, ended }: Awaited<ReturnType<typeof runStarter>>): Promise<void> {
  kill('SIGTERM')
  expect(await ended).toBe(0)
}

describe('a data folder whose node was stopped', () => {
  it('uses at most 1.1 times its content, and 0.6 times after half of it was collected', async () => {
    const dataFolder = temporaryFolder()
    const contentBytes = 16 * MIB
    const first = await runStarter({ dataFolder })
    const [kept, gone] = [randomBytes(contentBytes / 2), randomBytes(contentBytes / 2)]
    const [keptCid, goneCid] = [...(await add(first.url, kept)), ...(await add(first.url, gone))]
    await stop(first)
    expect(sizeOf(dataFolder)).toBeLessThan(1.1 * contentBytes)

    const second = await runStarter({ dataFolder })
    const content = await fetch(`${second.url}/api/v0/cat?arg=${keptCid}`, { method: 'POST' })
    expect(Buffer.from(await content.arrayBuffer()).equals(kept)).toBe(true)
    await call(second.url, `pin/rm?arg=${goneCid}`)
    await call(second.url, 'repo/gc')
    await stop(second)
    expect(sizeOf(dataFolder)).toBeLessThan(0.6 * contentBytes)
  })

  it('uses 0.6 times as much after every second of many small files was collected', async () => {
    const dataFolder = temporaryFolder()
    const node = await runStarter({ dataFolder })
    const files = Array.from({ length: 600 }, () => randomBytes(20_000))
    const cids: string[] = []
    for (let at = 0; at < files.length; at += 50) {
      cids.push(...(await add(node.url, ...files.slice(at, at + 50))))
    }
    await settled(node.url)

    const gone = cids.filter((_, at) => at % 2 === 1)
    await call(node.url, `pin/rm?${gone.map((cid) => `arg=${cid}`).join('&')}`)
    await call(node.url, 'repo/gc')
    await settled(node.url)
    const kept = await fetch(`${node.url}/api/v0/cat?arg=${cids[0]}`, { method: 'POST' })
    expect(files[0]?.equals(await kept.bytes())).toBe(true)
    await stop(node)

    expect(sizeOf(dataFolder)).toBeLessThan(0.6 * files.length * 20_000)
  })
})

describe('removePartialFiles()', () => {
  it('removes what a killed runtime has not renamed yet, and no pack', () => {
    const dataFolder = temporaryFolder()
    const folder = packsFolder(dataFolder)
    mkdirSync(join(folder, '12'))
    const names = ['12/345', '12/.kj-tmp.2917.0a1b.partial', '.kj-tmp.2917.partial', 'of-the-owner.partial']
    for (const name of names) writeFileSync(join(folder, name), name)

    removePartialFiles(folder)

    const left = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    expect(left.sort()).toEqual(['12', '12/345', 'of-the-owner.partial'])
  })
})

describe('compact()', () => {
  const prepare = () => {
    const dataFolder = temporaryFolder()
    makeDataFolder(dataFolder)
    const folders = storageFolders(dataFolder)
    return folders
  }

  it('drops the bytes of rows whose blocks have a place in the bucket, and no others', () => {
    const folders = prepare()
    const path = join(folders.durableObjectsPersist, 'node.sqlite')
    const database = new DatabaseSync(path)
    database.exec('CREATE TABLE blocks (mh TEXT PRIMARY KEY, object INTEGER, bytes BLOB)')
    const insert = database.prepare('INSERT INTO blocks VALUES (?, ?, ?)')
    insert.run('only here', 0, randomBytes(2 * MIB))
    insert.run('in a pack', 1, randomBytes(2 * MIB))
    database.close()

    compact(folders)

    const after = new DatabaseSync(path)
    const rows = after.prepare('SELECT mh, bytes IS NULL AS dropped FROM blocks ORDER BY mh').all()
    after.close()
    expect(rows.map((row) => ({ ...row }))).toEqual([
      { mh: 'in a pack', dropped: 1 },
      { mh: 'only here', dropped: 0 },
    ])
    expect(statSync(path).size).toBeLessThan(2.1 * MIB)
  })

  it('removes files of the bucket that no row names, and nothing where the rows cannot be read', () => {
    const folders = prepare()
    const bucket = join(folders.r2Persist, 'bucket', 'blobs')
    for (const folder of [join(folders.r2Persist, 'bucket'), bucket]) makeDataFolder(folder)
    for (const name of ['named', 'left']) writeFileSync(join(bucket, name), name)
    const path = join(folders.r2Persist, 'bucket.sqlite')
    writeFileSync(path, 'no database')

    compact(folders)
    expect(readdirSync(bucket).sort()).toEqual(['left', 'named'])

    writeFileSync(path, '')
    const database = new DatabaseSync(path)
    database.exec(
      "CREATE TABLE _mf_objects (key TEXT, blob_id TEXT); INSERT INTO _mf_objects VALUES ('k', 'named')",
    )
    database.close()
    compact(folders)
    expect(readdirSync(bucket)).toEqual(['named'])
  })
})
