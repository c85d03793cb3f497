import { randomBytes } from 'node:crypto'
import { closeSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { mountTmpfs } from './mount-tmpfs.ts'
import { runStarter } from './run-starter.ts'

const FILE_BYTES = 1024 * 1024
const FULL = { Message: expect.stringContaining('no space left on device'), Code: 0, Type: 'error' }

/** Takes all that is left of a disk, as another program would. Each time the same file grows. */
function fill(disk: string): string {
  const path = join(disk, 'of-another-program')
  const file = openSync(path, 'a')
  try {
    for (const block = Buffer.alloc(4096); ; ) writeSync(file, block)
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' })
  } finally {
    closeSync(file)
  }
  return path
}

/** The API of one node. */
function client(url: string) {
  const post = (command: string, body?: BodyInit) => {
    return fetch(`${url}/api/v0/${command}`, { method: 'POST', ...(body && { body }) })
  }
  return {
    async add(content: Uint8Array<ArrayBuffer>): Promise<{ Hash?: string }> {
      const form = new FormData()
      form.set('file', new File([content], 'file'))
      const lines = (await (await post('add', form)).text()).trim().split('\n')
      return JSON.parse(lines.at(-1) ?? '')
    },
    cat: async (cid: string) => (await post(`cat?arg=${cid}`)).bytes(),
    async last(command: string) {
      const lines = (await (await post(command)).text()).trim().split('\n')
      return lines.at(-1) === '' ? undefined : JSON.parse(lines.at(-1) ?? '')
    },
  }
}

it('serves, removes and recovers on a full disk, and starts on one', async (test) => {
  const dataFolder = mountTmpfs(test, 'size=64m')
  const first = await runStarter({ dataFolder })
  const node = client(first.url)
  const kept = randomBytes(FILE_BYTES)
  const cid = (await node.add(kept)).Hash ?? ''

  // One that is stored in batches of 8 MiB until the last of them is refused. Nothing of it stays. Of a larger one, too
  // much would be unread when it is refused, so that the client may not see why.
  const { NumObjects } = await node.last('repo/stat')
  expect(await node.add(randomBytes(40 * FILE_BYTES))).toEqual(FULL)
  await expect.poll(() => node.last('repo/stat')).toMatchObject({ NumObjects })

  // Many at once, until one is refused.
  const added: string[] = []
  for (let isFull = false; !isFull; ) {
    const answers = await Promise.all([1, 2, 3].map(() => node.add(randomBytes(FILE_BYTES))))
    added.push(...answers.flatMap(({ Hash }) => Hash ?? []))
    const refused = answers.filter(({ Hash }) => !Hash)
    expect(refused).toEqual(refused.map(() => FULL))
    isFull = refused.length > 0
  }
  expect(added.length).toBeGreaterThan(1)
  expect(await node.cat(cid)).toEqual(new Uint8Array(kept))
  expect(await node.last('repo/stat')).toMatchObject({ RepoSize: expect.any(Number) })
  for (const gone of added) expect(await node.last(`pin/rm?arg=${gone}`)).toEqual({ Pins: [gone] })
  expect(await node.last('repo/gc')).toMatchObject({ Key: {} })
  expect(await node.add(randomBytes(FILE_BYTES))).toMatchObject({ Hash: expect.any(String) })

  // Now the last byte, by another program.
  fill(dataFolder)
  await expect.poll(() => node.last('repo/gc')).toEqual(FULL)
  expect(await node.last(`pin/rm?arg=${cid}`)).toEqual(FULL)
  expect(await node.add(randomBytes(FILE_BYTES))).toEqual(FULL)
  expect(await node.cat(cid)).toEqual(new Uint8Array(kept))
  first.kill('SIGTERM')
  await first.ended

  fill(dataFolder)
  const second = await runStarter({ dataFolder })
  const other = fill(dataFolder)
  const again = client(second.url)
  expect(await again.cat(cid)).toEqual(new Uint8Array(kept))
  expect(await again.add(randomBytes(FILE_BYTES))).toEqual(FULL)

  second.kill('SIGTERM')
  await second.ended

  // Its reserve for starting is used up, and it needs space for files that SQLite has only while it runs.
  for (const name of readdirSync(dataFolder, { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('-shm')) rmSync(join(dataFolder, name))
  }
  fill(dataFolder)
  const third = await runStarter({ dataFolder })
  expect(await third.ended).toBe(1)
  expect(third.complaints()).toBe(`Cannot start: no space left on the disk of data folder "${dataFolder}"\n`)

  rmSync(other)
  const recovered = client((await runStarter({ dataFolder })).url)
  expect(await recovered.cat(cid)).toEqual(new Uint8Array(kept))
  expect(await recovered.add(randomBytes(FILE_BYTES))).toMatchObject({ Hash: expect.any(String) })
})
