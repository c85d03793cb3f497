import { describe, expect, it } from 'vitest'
import { loopbackPolicy } from '../../../src/access/policy.ts'
import { createApp } from '../../../src/app.ts'
import type { ImportBackupOptions } from '../../../src/backup/import-backup.ts'
import { decodeManifest } from '../../../src/backup/manifest.ts'
import { partRows } from '../../../src/backup/row-blocks.ts'
import { pageKey, TEXTS_PREFIX } from '../../../src/calendar/store/rows/keys.ts'
import { joinBytes } from '../../../src/codec/bytes/bytes.ts'
import { readCar } from '../../../src/codec/car/read-car.ts'
import { writeCar } from '../../../src/codec/car/write-car.ts'
import type { CID } from '../../../src/codec/cid/cid.ts'
import type { Ports } from '../../../src/node/create.ts'
import type { Entry, Operation } from '../../../src/ports/datastore.ts'
import { addIfRoom } from '../../../src/repo/add-if-room.ts'
import { keyOf, prefixRange } from '../../../src/state/keys.ts'
import { file, form } from '../../requests/form.ts'
import { chunkedFile, rawFile } from '../../requests/stored-tree.ts'
import { eventRecord } from '../calendar/records.ts'
import { interceptedWrites } from '../intercepted-storage.ts'
import { memoryNode, memoryPorts } from '../memory-ports.ts'

type BackupNode = Awaited<ReturnType<typeof memoryNode>>

const AUTHOR = { author: 'ann' }
/** In place of 64 MiB. */
const LIMIT = { maxTogetherBytes: 1024 * 1024 }
const tree = await chunkedFile([await rawFile('backup one'), await rawFile('backup two')])
const single = await rawFile('backup, pinned directly')
const filed = await rawFile('backup, in files')
const garbage = await rawFile('backup, kept by nothing')

/** A node with rows of every part. */
async function filled(ports: Ports = memoryPorts()): Promise<BackupNode> {
  const node = await memoryNode(ports)
  await node.repo.whileAdding(async () => {
    await node.blockstore.putMany([tree, single, filed, garbage].flatMap(({ blocks }) => blocks))
    await node.pins.addRoots([tree.cid], { name: 'a tree' })
    await node.pins.add(single.cid, { recursive: false })
    await node.files.copy(`/ipfs/${filed.cid}`, '/filed.txt', { session: node.sessions.open() })
    await node.names.publish(`/ipfs/${tree.cid}`, {
      key: 'self',
      lifetimeMs: 86_400_000,
      ttlMs: 60_000,
      hasV1: true,
    })
    const term = await node.calendar.write(
      async (draft) => draft.create('tags', { name: 'Gone', slug: 'gone', description: '', parent: null }),
      AUTHOR,
    )
    await node.calendar.write(async (draft) => draft.create('events', eventRecord()), AUTHOR)
    await node.calendar.write(async (draft) => draft.create('events', eventRecord({ title: 'Two' })), AUTHOR)
    await node.calendar.write(async (draft) => draft.remove('tags', term), AUTHOR)
    await node.sequencer.anchor({ isUrgent: true })
  })
  return node
}

async function items<T>(from: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of from) found.push(item)
  return found
}

const collected = async (chunks: AsyncIterable<Uint8Array>) => joinBytes(await items(chunks))

const exported = (node: BackupNode, isPartial = false) => collected(node.backup.exporting({ isPartial }))

async function* once(bytes: Uint8Array) {
  yield bytes
}

async function* streamed(chunks: readonly Uint8Array[]) {
  yield* chunks
}

const restored = (node: BackupNode, file: Uint8Array, parts?: readonly string[]) =>
  items(restoring(node, once(file), { parts }))

type RestoreOptions = Pick<ImportBackupOptions, 'parts' | 'maxTogetherBytes'>

function restoring(node: BackupNode, content: AsyncIterable<Uint8Array>, options: RestoreOptions = {}) {
  return addIfRoom((stage) => node.backup.importing(content, { stage, ...options }), node)
}

/** What the file says of each part, and the blocks in it. */
async function opened(file: Uint8Array) {
  const { roots, blocks } = await readCar(once(file))
  const held = await items(blocks)
  const [first] = held
  if (!first || !roots[0]?.equals(first.cid)) throw new Error('no root')
  const { parts } = decodeManifest(first.cid, first.bytes)
  const rows = Object.fromEntries([...parts].map(([name, cids]) => [name, cids.map(String)]))
  return { rows, cids: held.map(({ cid }) => `${cid}`) }
}

describe('a backup', () => {
  it('of one block is told as one', async () => {
    const app = createApp(await memoryNode(), loopbackPolicy())

    const path = 'http://127.0.0.1/api/v0/backup/import?part=pins&encoding=text'
    const response = await app.request(path, {
      method: 'POST',
      ...form(file('x', await exported(await memoryNode()))),
    })

    expect(await response.text()).toMatch(/^pins: 0 restored\ncontent: 1 block, \d+ bytes\n$/)
  })

  it('is told in words: the pinning service, and records of calendar and files', async () => {
    const app = createApp(await memoryNode(), loopbackPolicy())
    const saved = await exported(await filled())

    const path = 'http://127.0.0.1/api/v0/backup/import?encoding=text'
    const response = await app.request(path, { method: 'POST', ...form(file('x', saved)) })

    const text = await response.text()
    expect(text).toMatch(/^pins: \d+ restored$/m)
    expect(text).toMatch(/^calendar: \d+ records restored$/m)
    expect(text).toMatch(/^files: 1 record restored$/m)
    expect(text).toMatch(/^pinning service: 0 records restored$/m)
  })

  it('restores every part of a node on an empty one, with equal rows', async () => {
    const file = await exported(await filled())
    const other = await memoryNode()

    const events = await restored(other, file)
    const again = await exported(other)

    expect((await opened(again)).rows).toEqual((await opened(file)).rows)
    expect(events.slice(0, -1)).toEqual([
      { part: 'pins', rows: 2, held: 0 },
      { part: 'files', rows: 1, held: 0 },
      { part: 'names', rows: 2, held: 0 },
      { part: 'ledger', rows: expect.any(Number), held: 0 },
      { part: 'calendar', rows: expect.any(Number), held: 0 },
      { part: 'pinService', rows: 0, held: 0 },
    ])
    expect(await other.pins.find(tree.cid)).toMatchObject({ name: 'a tree' })
    expect((await other.calendar.view()).rows('events')).toBeDefined()
    for (const { bad } of await items(other.pins.verify())) expect(bad).toEqual([])
  })

  it('has the blocks of its rows, whatever is changed while it is read', async () => {
    const from = await filled()
    const session = from.sessions.open()
    const reading = from.repo.adding(from.backup.exporting())
    const chunks = [(await reading.next()).value ?? new Uint8Array()]
    await from.pins.remove(tree.cid)
    await from.pins.remove(single.cid, { recursive: false })
    await from.files.remove(['/filed.txt'], { recursive: false, force: false, session })
    await from.calendar.write(
      async (draft) => draft.create('events', eventRecord({ title: 'Three' })),
      AUTHOR,
    )
    for await (const chunk of reading) chunks.push(chunk)

    const node = await memoryNode()
    const events = await restored(node, joinBytes(chunks))

    expect(events.filter((event) => 'missing' in event)).toEqual([])
    expect(await node.pins.find(tree.cid)).toMatchObject({ type: 'recursive' })
    expect(await node.blockstore.has(filed.cid)).toBe(true)
    await items(node.repo.collect())
    for (const { cid } of [...tree.blocks, ...filed.blocks]) expect(await node.blockstore.has(cid)).toBe(true)
  })

  it('can be of an empty node', async () => {
    const events = await restored(await memoryNode(), await exported(await memoryNode()))

    expect(events.at(-1)).toMatchObject({ blocks: 1 })
  })

  it('has the blocks of a pinned tree once, no garbage, and no key', async () => {
    const node = await filled()

    const { rows, cids } = await opened(await exported(node))

    const [first] = cids
    expect(cids.filter((cid) => cid === first)).toHaveLength(1)
    for (const { cid } of tree.blocks) expect(cids.filter((held) => held === `${cid}`)).toHaveLength(1)
    for (const cid of [tree.cid, single.cid, filed.cid]) expect(cids).toContain(`${cid}`)
    expect(cids).not.toContain(`${garbage.cid}`)
    expect(Object.keys(rows)).not.toContain('keys')
  })

  it('of an empty node changes nothing on a node that has its own, and can be restored', async () => {
    const file = await exported(await memoryNode())
    const node = await filled()
    const before = (await opened(await exported(node))).rows

    const events = await restored(node, file)

    expect(events.slice(0, -1)).toEqual(Object.keys(before).map((part) => ({ part, rows: 0, held: 0 })))
    expect((await opened(await exported(node))).rows).toEqual(before)
  })

  it('is restored whole beside collections, which do not wait for the rest of the file', async () => {
    const file = await exported(await filled())
    const node = await memoryNode()
    const stalled = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const content = async function* () {
      const half = Math.ceil(file.byteLength / 2)
      yield file.subarray(0, half)
      stalled.resolve()
      await goOn.promise
      yield file.subarray(half)
    }
    const ended = items(restoring(node, content()))
    await stalled.promise

    for (let times = 0; times < 2; times += 1) await items(node.repo.collect())
    goOn.resolve()
    await ended

    expect(await opened(await exported(node))).toEqual(await opened(file))
  })

  it('is the same when it is restored twice, and keeps the pins that a node has', async () => {
    const file = await exported(await filled())
    const node = await memoryNode()
    await node.repo.whileAdding(async () => {
      await node.blockstore.putMany(tree.blocks)
      await node.pins.add(tree.cid, { recursive: false })
    })

    await restored(node, file)
    const events = await restored(node, file)

    expect(events[0]).toEqual({ part: 'pins', rows: 0, held: 2 })
    expect(await node.pins.find(tree.cid)).toMatchObject({ type: 'direct' })
  })

  it('restores a calendar whose texts for searches are larger than one batch may be', async () => {
    const from = await filled()
    const count = 9
    for (let at = 0; at < count; at += 1) {
      const text: Operation = {
        type: 'put',
        key: pageKey(TEXTS_PREFIX, 1_000 + at),
        value: new Uint8Array(LIMIT.maxTogetherBytes / 4).fill(at),
      }
      await from.datastore.batch([text], [])
    }
    const chunks = await items(from.backup.exporting({ isPartial: false, ...LIMIT }))
    const node = await memoryNode()

    const events = await items(restoring(node, streamed(chunks), { parts: ['calendar'], ...LIMIT }))
    const again = await items(restoring(node, streamed(chunks), { parts: ['calendar'], ...LIMIT }))

    let rows = 0
    for await (const _ of from.datastore.range(prefixRange(keyOf('calendar/')))) rows += 1
    expect(events[0]).toEqual({ part: 'calendar', rows, held: 0 })
    expect(again[0]).toEqual({ part: 'calendar', rows: 0, held: rows })
    expect((await items(node.datastore.range(prefixRange(TEXTS_PREFIX)))).length).toBe(count + 1)
    const view = await node.calendar.view()
    expect(view.head).toBeDefined()
  })

  it('fails before its first byte for more rows of a part than a restore takes, unless it may be partial', async () => {
    const node = await memoryNode()
    const row: Operation = {
      type: 'put',
      key: keyOf('ledger/test'),
      value: new Uint8Array(LIMIT.maxTogetherBytes),
    }
    await node.datastore.batch([row], [])

    const begun = node.backup.exporting(LIMIT).next()

    await expect(begun).rejects.toMatchObject({
      code: 'too-large',
      message: expect.stringContaining('"ledger"'),
    })
    const chunks = await items(node.backup.exporting({ isPartial: true, ...LIMIT }))
    const other = await memoryNode()
    expect(await items(restoring(other, streamed(chunks), { parts: ['pins'], ...LIMIT }))).toHaveLength(2)
    await expect(items(restoring(other, streamed(chunks), LIMIT))).rejects.toMatchObject({
      code: 'too-large',
      message: expect.stringContaining('"ledger"'),
    })
    expect(await items(other.datastore.range(prefixRange(keyOf('ledger/'))))).toEqual([])
  })

  it.each([
    ['takes 64 MiB of rows of a part', 0],
    ['refuses a byte more', 1],
  ])('%s', async (_, moreBytes) => {
    const [key, value] = [keyOf('ledger/test'), new Uint8Array(1024 * 1024)]
    const range = async function* (): AsyncGenerator<Entry, void> {
      for (let at = 1; at < 64; at += 1) yield [key, value.subarray(key.byteLength)]
      yield [key, new Uint8Array(value.byteLength - key.byteLength + moreBytes)]
    }
    const saved = { prefixes: [keyOf('ledger/')], lock: 'ledger' }

    const rows = items(partRows({ range }, saved, { name: 'ledger', isUnlimited: false }))

    if (moreBytes === 0) expect(await rows).toHaveLength(64)
    else await expect(rows).rejects.toMatchObject({ code: 'too-large' })
  })

  it('is completed by the same file after a kill, though the node has gone on from what it had by then', async () => {
    const from = await filled()
    const file = await exported(from)
    const node = await memoryNode()
    for await (const event of restoring(node, once(file))) {
      if ('part' in event && event.part === 'calendar') break
    }
    await node.repo.whileAdding(async () => {
      await node.calendar.write(
        async (draft) => draft.create('events', eventRecord({ title: 'New' })),
        AUTHOR,
      )
      await node.sequencer.anchor({ isUrgent: true })
    })

    const events = await restored(node, file)

    expect(events.filter((event) => 'missing' in event)).toEqual([])
    expect(events.at(-1)).toMatchObject({ blocks: expect.any(Number) })
    expect(await items(node.datastore.range(prefixRange(keyOf('backup/'))))).toEqual([])
    await expect(restored(node, file)).rejects.toMatchObject({ code: 'failed-precondition' })
  })

  it('does not mix its calendar with another one, and then changes nothing', async () => {
    const file = await exported(await filled())
    const node = await memoryNode()
    const write = () => node.calendar.write(async (draft) => draft.create('events', eventRecord()), AUTHOR)
    await node.repo.whileAdding(write)

    await expect(restored(node, file)).rejects.toThrow('this node has its own already')

    expect(await items(node.pins.list())).toEqual([])
    expect(await restored(node, file, ['pins', 'files'])).toHaveLength(3)
    expect(await items(node.pins.list({ type: 'recursive' }))).toHaveLength(1)
  })

  it('refuses files that end early, have a wrong byte, or are no backup, and changes nothing', async () => {
    const file = await exported(await filled())
    const { cids } = await opened(file)
    const foreign = await collected(exportedTree())
    const flipped = file.slice()
    const at = flipped.length - 1
    flipped[at] = (flipped[at] ?? 0) ^ 1
    for (const bad of [file.subarray(0, -1), file.subarray(0, 200), flipped, foreign, new Uint8Array()]) {
      const node = await memoryNode()
      await expect(restored(node, bad)).rejects.toThrow(/invalid car|Cannot restore|mismatch|unexpected EOF/)
      expect(await items(node.pins.list())).toEqual([])
    }
    expect(cids.length).toBeGreaterThan(5)
  })

  it('fails where a kept block is missing, or leaves it out when asked', async () => {
    const node = await filled()
    await node.blockstore.delete((await rawFile('backup two')).cid)

    await expect(exported(node)).rejects.toThrow('is missing')
    const { cids } = await opened(await exported(node, true))

    expect(cids).toContain(`${tree.cid}`)
    expect(cids).not.toContain(`${(await rawFile('backup two')).cid}`)
  })

  it('survives a process killed at any write of a restore: the same file completes it', async () => {
    const file = await exported(await filled())
    const whole = (await opened(file)).rows
    let kills = 0
    for (let writes = 0; ; writes += 1) {
      const ports = memoryPorts()
      let left = Number.POSITIVE_INFINITY
      const before = () => {
        if (left <= 0) throw new Error('killed')
        left -= 1
      }
      const node = await memoryNode({ ...ports, ...interceptedWrites(ports, before) })
      left = writes
      const outcome = await restored(node, file).catch((error: Error) => error)
      if (!(outcome instanceof Error)) break
      kills += 1
      const next = await memoryNode(ports)
      for await (const { cid } of next.pins.list()) expect(await next.blockstore.has(cid as CID)).toBe(true)
      await restored(next, file)
      expect((await opened(await exported(next))).rows).toEqual(whole)
    }
    expect(kills).toBeGreaterThan(5)
  })
})

function exportedTree() {
  return writeCar(
    [tree.cid],
    (async function* () {
      yield* tree.blocks
    })(),
  )
}
