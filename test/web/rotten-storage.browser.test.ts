import { describe, expect, it } from 'vitest'
import { createTabNode } from '../../web/host/tab.ts'
import { file, form } from '../requests/form.ts'
import { expectNothingWrong, numberedLines, RIGHT, WRONG } from '../requests/rotten-content.ts'
import { freshName } from './storage-name.ts'
import { packFolder } from './stored-packs.ts'

const FILES = [
  { place: 'by itself', content: numberedLines('small', 5_000) },
  { place: 'in a pack', content: numberedLines('packed', 1_100_000) },
]
const NODE = { text: RIGHT }

async function open(name: string) {
  const node = await createTabNode({ name })
  const send = (path: string, init?: RequestInit) => node.fetch(path, init)
  const post = async (path: string, init: RequestInit = {}) =>
    (await send(`/api/v0/${path}`, { method: 'POST', ...init })).text()
  const add = async (content: string): Promise<string> =>
    JSON.parse((await post('add', form(file('f', content)))).trim().split('\n').at(-1) ?? '').Hash
  const put = async (): Promise<string> =>
    JSON.parse(await post('dag/put', form(file('f', JSON.stringify(NODE))))).Cid['/']
  return { send, post, add, put, counts: async () => JSON.parse(await post('diag/sys')).tidepool.blocks }
}

/** Changes what every object store of a database holds; a value that becomes `undefined` is removed. */
async function changeValues(name: string, change: (value: unknown) => Promise<unknown>): Promise<void> {
  const database = await done(indexedDB.open(name))
  for (const store of database.objectStoreNames) {
    const values = database.transaction(store).objectStore(store)
    const [keys, held] = await Promise.all([done(values.getAllKeys()), done(values.getAll())])
    const changed = await Promise.all(held.map(change))
    const changing = database.transaction(store, 'readwrite')
    const target = changing.objectStore(store)
    for (const [at, key] of keys.entries()) {
      if (changed[at] === undefined) target.delete(key)
      else if (target.keyPath === null) target.put(changed[at], key)
      else target.put(changed[at])
    }
    await new Promise<void>((resolve, reject) => {
      changing.oncomplete = () => resolve()
      changing.onabort = () => reject(changing.error)
    })
  }
  database.close()
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** Changes every pack in a file. Returns their number. */
async function changeFiles(name: string): Promise<number> {
  let changed = 0
  for await (const handle of (await packFolder(name)).values()) {
    if (handle.kind !== 'file') continue
    const bytes = flippedBytes(new Uint8Array(await (await handle.getFile()).arrayBuffer()))
    const writable = await handle.createWritable()
    await writable.write(bytes)
    await writable.close()
    changed += 1
  }
  return changed
}

async function flipped(value: unknown): Promise<unknown> {
  if (value instanceof Uint8Array) return flippedBytes(value)
  if (value instanceof Blob) return new Blob([flippedBytes(new Uint8Array(await value.arrayBuffer()))])
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return value
  const fields = await Promise.all(
    Object.entries(value).map(async ([key, field]) => [key, await flipped(field)]),
  )
  return Object.fromEntries(fields)
}

function flippedBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const changed = Uint8Array.from(bytes)
  const [right, wrong] = [RIGHT, WRONG].map((text) => new TextEncoder().encode(text))
  if (right?.length !== wrong?.length) throw new Error('bytes are flipped in their places')
  for (let at = 0; at < bytes.length; at += 1) {
    if (right?.every((byte, offset) => bytes[at + offset] === byte)) changed.set(wrong ?? [], at)
  }
  return changed
}

describe('storage of a browser whose bytes were changed', () => {
  it('hands out nothing wrong, and is healed by an add of the right bytes', async () => {
    const name = freshName()
    const before = await open(name)
    const cids = await Promise.all(FILES.map(({ content }) => before.add(content)))
    const node = await before.put()
    for (const database of [`${name}/meta`, `${name}/blocks`]) await changeValues(database, flipped)
    expect(await changeFiles(name)).toBe(1)
    const { send, post, add, put, counts } = await open(name)

    for (const cid of [...cids, node]) await expectNothingWrong(send, cid)
    expect(await post(`dag/get?arg=${node}`)).toContain('different hash')
    const { corrupt, quarantined } = await counts()
    expect(corrupt).toBe(quarantined)
    expect(quarantined).toBeGreaterThanOrEqual(3)

    for (const [at, { content }] of FILES.entries()) expect(await add(content)).toBe(cids[at])
    expect(await put()).toBe(node)
    for (const [at, { content }] of FILES.entries()) {
      expect((await post(`cat?arg=${cids[at]}`)) === content).toBe(true)
    }
    expect(JSON.parse(await post(`dag/get?arg=${node}`))).toEqual(NODE)
    expect((await counts()).quarantined).toBe(0)
    expect(await post('repo/verify')).toContain('all blocks validated')
  })

  it('heals a block whose value is gone', async () => {
    const name = freshName()
    const before = await open(name)
    const content = numberedLines('lost', 5_000)
    const cid = await before.add(content)
    await changeValues(`${name}/blocks`, async () => undefined)
    const { send, post, add } = await open(name)

    await expectNothingWrong(send, cid)
    expect(await post(`block/get?arg=${cid}`)).toContain('bytes are gone')
    expect(await add(content)).toBe(cid)

    expect(await post(`cat?arg=${cid}`)).toBe(content)
  })

  it.each(['gone', 'truncated'])(
    'stores content anew at its next add, when the file of its pack is %s',
    async (loss) => {
      const name = freshName()
      const content = numberedLines(loss, 1_100_000)
      const cid = await (await open(name)).add(content)
      for await (const handle of (await packFolder(name)).values()) {
        if (handle.kind === 'file') await (loss === 'gone' ? removeFile(name, handle) : truncate(handle))
      }
      const { add, post } = await open(name)

      expect(await add(content)).toBe(cid)

      expect((await post(`cat?arg=${cid}`)) === content).toBe(true)
      expect(await post('repo/verify')).toContain('all blocks validated')
    },
  )
})

async function removeFile(name: string, { name: file }: FileSystemFileHandle): Promise<void> {
  await (await packFolder(name)).removeEntry(file)
}

async function truncate(handle: FileSystemFileHandle): Promise<void> {
  const writable = await handle.createWritable()
  await writable.write(new Uint8Array(9))
  await writable.close()
}
