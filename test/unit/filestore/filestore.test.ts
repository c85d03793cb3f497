import { describe, expect, it } from 'vitest'
import type { CID } from '../../../src/codec/cid/cid.ts'
import type { AddStage } from '../../../src/content-lock/open-adds.ts'
import type { AddInput } from '../../../src/filestore/filestore.ts'
import { memorySourceFiles } from '../../../src/memory/memory-source-files.ts'
import type { StorageNode } from '../../../src/node/create.ts'
import type { Outbound } from '../../../src/ports/outbound.ts'
import { addIfRoom } from '../../../src/repo/add-if-room.ts'
import { addAndPin } from '../../../src/unixfs/add/add-and-pin.ts'
import { interceptedWrites } from '../intercepted-storage.ts'
import { memoryNode, memoryPorts } from '../memory-ports.ts'

/** Three chunks, each another: their length is no multiple of what repeats. */
const BYTES = new TextEncoder().encode('abcdefghij'.repeat(600))
const CHUNKER = 'size-2604'
const DISABLED = 'filestore is not enabled, see https://git.io/vNItf'

describe('a filestore', () => {
  it('refers to files of the host, and tells what has become of them', async () => {
    const { node, files } = await open()
    const cid = await addByReference(node)
    const states = async () => {
      const found = []
      for await (const { state, reason, reference } of node.filestore.verify({ byPlace: true })) {
        found.push([state, reason, reference?.location])
      }
      return found
    }
    const good = ['good', undefined, 'a/file']
    expect(await states()).toEqual([good, good, good])

    const changed = BYTES.slice()
    changed[0] = 0
    files.set('a/file', changed)
    expect(await states()).toEqual([
      ['changed', 'data in file did not match. a/file offset 0', 'a/file'],
      good,
      good,
    ])

    files.set('a/file', BYTES.slice(0, 3000))
    expect((await states()).map(([state]) => state)).toEqual(['good', 'changed', 'changed'])

    files.delete('a/file')
    const gone = ['no-file', 'open a/file: no such file or directory', 'a/file']
    expect(await states()).toEqual([gone, gone, gone])
    expect(await node.pins.find(cid)).toBeDefined()
  })

  it('is not there where neither files nor URLs are enabled', async () => {
    const node = await memoryNode()
    const { list, verify, lookUp, duplicates } = node.filestore

    for (const items of [list(), verify(), lookUp(['a'], { resolve: never }), duplicates()]) {
      await expect(items.next()).rejects.toThrow(DISABLED)
    }
    const stage = { blockstore: node.blockstore, relyOn: () => undefined }
    expect(() => node.filestore.forAdd({ source: nothing(), stage, nocopy: true })).toThrow(
      'either the filestore or the urlstore must be enabled to use nocopy, see: https://git.io/vNItf',
    )
    expect(() => node.filestore.openUrl('https://example.org/')).toThrow('urlstore is not enabled')
  })

  it('refuses files where only URLs are enabled, and the other way round', async () => {
    const onlyUrls = await memoryNode({ outbound: { sources: REFUSING } })
    const { node: onlyFiles } = await open()

    await expect(addByReference(onlyUrls)).rejects.toThrow(DISABLED)
    await expect(addByReference(onlyFiles, 'https://example.org/a')).rejects.toThrow(
      'urlstore is not enabled',
    )
    await expect(addByReference(onlyUrls, 'https://example.org/a')).rejects.toMatchObject({
      code: 'forbidden',
    })
  })

  it('stores nothing of a file that changes while it is read', async () => {
    const { node, files } = await open()
    const sent = async function* () {
      yield BYTES.subarray(0, 3000)
      files.set('a/file', BYTES.slice())
      yield BYTES.subarray(3000)
      yield BYTES
    }

    await expect(addByReference(node, '/a/file', sent())).rejects.toMatchObject({
      code: 'failed-precondition',
    })
    expect(await collectAll(node.pins.list())).toEqual([])
  })

  it.each(['nocopy', 'fscache'])(
    'tells what an add with %s refers to, and collections do not wait',
    async (kind) => {
      const { node } = await open()
      if (kind === 'fscache') await addByReference(node)
      const stalled = Promise.withResolvers<void>()
      const goOn = Promise.withResolvers<void>()
      const content = async function* () {
        yield* pieces()
        stalled.resolve()
        await goOn.promise
      }
      const told: string[] = []
      const adding = addByReference(node, '/a/file', content(), { [kind]: true }, (cid) =>
        told.push(`${cid}`),
      )
      await stalled.promise
      for await (const _ of node.repo.collect());
      goOn.resolve()
      await adding

      const references = await collectAll(node.filestore.list())
      expect(references).toHaveLength(3)
      expect(told).toEqual(expect.arrayContaining(references.map(({ cid }) => `${cid}`)))
    },
  )
})

describe('a process killed while it adds by reference', () => {
  it('leaves references that are whole, and pins of which everything is there', async () => {
    let isDone = false
    let kills = 0
    for (let writes = 0; !isDone; writes += 1) {
      let left = writes
      const ports = memoryPorts({ sourceFiles: memorySourceFiles(new Map([['a/file', BYTES]])) })
      const mortal = interceptedWrites(ports, () => {
        if (left <= 0) throw new Error('killed')
        left -= 1
      })
      const life = async () => {
        const node = await memoryNode({ ...ports, ...mortal })
        const cid = await addByReference(node)
        await node.pins.remove(cid)
        for await (const _ of node.repo.collect());
        isDone = true
      }
      await life().catch((error: unknown) => expect(error).toMatchObject({ message: 'killed' }))
      if (!isDone) kills += 1

      const after = await memoryNode({ ...ports, locks: memoryPorts().locks })
      const where = `killed after ${writes} writes`
      for await (const { state } of after.filestore.verify()) expect(state, where).toBe('good')
      const listed = await collectAll(after.filestore.list({ byPlace: true }))
      expect(listed.length, where).toBe((await collectAll(after.filestore.list())).length)
      for await (const { cid } of after.pins.list({ type: 'recursive' })) {
        expect(listed.length, where).toBe(3)
        expect(await after.blockstore.has(cid), where).toBe(true)
      }
      for await (const { cid } of after.pins.list({ type: 'recursive' })) await after.pins.remove(cid)
      for await (const _ of after.repo.collect());
      expect(await collectAll(after.filestore.list()), where).toEqual([])
      expect((await after.repo.stat()).blocks, where).toBe(0)
    }
    expect(kills).toBeGreaterThan(10)
  })
})

const REFUSING: Outbound = {
  refusal: () => 'nobody has allowed it',
  fetch: () => Promise.reject(new TypeError('asked')),
}

async function open() {
  const files = new Map<string, Uint8Array>([['a/file', BYTES]])
  return { files, node: await memoryNode({ sourceFiles: memorySourceFiles(files) }) }
}

/** Adds a file as a client sends it, pinned; its CID. */
async function addByReference(
  node: StorageNode,
  location = '/a/file',
  content: AsyncIterable<Uint8Array> = pieces(),
  kind: Pick<AddInput, 'nocopy' | 'fscache'> = { nocopy: true },
  told: (cid: CID) => void = () => undefined,
) {
  const sent = async function* () {
    yield { kind: 'file' as const, path: 'file', content, location }
  }
  const pinRoots = (roots: Parameters<typeof node.pins.addRoots>[0]) => node.pins.addRoots(roots)
  const add = ({ blockstore, relyOn, onReceived }: AddStage) => {
    const stage = {
      blockstore,
      relyOn: (cids: readonly CID[]) => {
        cids.forEach(told)
        relyOn(cids)
      },
    }
    const { source, ...store } = node.filestore.forAdd({ source: sent(), stage, ...kind })
    return addAndPin(store, source, { rawLeaves: true, chunker: CHUNKER, pinRoots, onReceived })
  }
  const events = addIfRoom(add, node)
  let root: Parameters<typeof node.pins.remove>[0] | undefined
  for await (const event of events) if (event.type === 'added') root = event.cid
  if (!root) throw new Error('nothing was added')
  return root
}

async function* pieces() {
  for (let at = 0; at < BYTES.byteLength; at += 1000) yield BYTES.subarray(at, at + 1000)
}

async function* nothing() {}

async function never(): Promise<never> {
  throw new Error('not called')
}

async function collectAll<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}
