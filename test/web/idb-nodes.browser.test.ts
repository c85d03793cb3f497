import { CID } from 'multiformats/cid'
import { describe, expect, it } from 'vitest'
import { DAG_CBOR_CODEC } from '../../src/codec/cid/cid.ts'
import type { Block } from '../../src/ports/blockstore.ts'
import { BLOCK_INDEX, COUNTERS, ENTRIES, PACK_USAGE, PACKS } from '../../web/host/indexeddb/meta-database.ts'
import { openWebPorts } from '../../web/host/ports.ts'
import { listed, numberedBlocks, sweptOnly } from '../contracts/blocks.ts'
import { countTransactions } from './count-transactions.ts'
import { freshName } from './storage-name.ts'

describe('nodes in their index rows', () => {
  it('holds small ones there, and gives them to every CID of their bytes', async () => {
    const name = freshName()
    const { blockstore } = await openWebPorts({ name })
    const [node] = await nodesOf(1)
    const raw = CID.createV1(0x55, node.cid.multihash)

    await blockstore.put(node.cid, node.bytes)

    expect(await keysIn(name)).toEqual({ nodes: 1, singles: 0 })
    expect(await blockstore.get(node.cid)).toEqual(node.bytes)
    expect(await blockstore.get(raw)).toEqual(node.bytes)
    expect(await blockstore.has(raw)).toBe(true)
    expect(await blockstore.stat(node.cid)).toEqual({ sizeBytes: 100 })
    expect((await listed(blockstore)).map(({ sizeBytes }) => sizeBytes)).toEqual([100])
    expect(await blockstore.totals()).toEqual({ blocks: 1, sizeBytes: 100 })
  })

  it('removes a node with its row', async () => {
    const name = freshName()
    const { blockstore } = await openWebPorts({ name })
    const [gone, ...rest] = await nodesOf(3)
    await blockstore.putMany([gone, ...rest])

    await blockstore.delete(gone.cid)

    expect(await blockstore.get(gone.cid)).toBeUndefined()
    expect(await blockstore.has(gone.cid)).toBe(false)
    expect(await keysIn(name)).toEqual({ nodes: 2, singles: 0 })
    expect(await blockstore.totals()).toEqual({ blocks: 2, sizeBytes: 200 })
    expect(await blockstore.sweep()).toEqual(sweptOnly(0))
    for (const { cid, bytes } of rest) expect(await blockstore.get(cid)).toEqual(bytes)
  })

  it('holds what is small and comes together with a node, in one transaction', async () => {
    const name = freshName()
    const { blockstore } = await openWebPorts({ name })
    const [node] = await nodesOf(1)
    const records = await numberedBlocks(2, 200)

    const written = await countTransactions(() => blockstore.putMany([...records, node]))

    expect(written.transactions).toBe(1)
    expect(await keysIn(name)).toEqual({ nodes: 3, singles: 0 })
    const others = await numberedBlocks(3, 300)
    await blockstore.putMany(others.slice(2))
    for (const { cid, bytes } of [...records, node, ...others.slice(2), ...records]) {
      expect(await blockstore.get(cid)).toEqual(bytes)
    }
    expect(await blockstore.totals()).toEqual({ blocks: 4, sizeBytes: 100 + 400 + 300 })
  })

  it('keeps large nodes, and blocks of other codecs that come without one, where they were', async () => {
    const name = freshName()
    const { blockstore } = await openWebPorts({ name })
    const [small] = await nodesOf(1)
    const [large] = await nodesOf(1, 8 * 1024)
    const others = await numberedBlocks(2, 200)
    const blocks = [small, large, ...others]

    await blockstore.putMany(others)
    await blockstore.putMany([small, large])

    expect(await keysIn(name)).toEqual({ nodes: 1, singles: 3 })
    for (const { cid, bytes } of blocks) expect(await blockstore.get(cid)).toEqual(bytes)
    expect(await blockstore.totals()).toEqual({ blocks: 4, sizeBytes: 100 + 8192 + 400 })
  })

  it('reads, writes again and removes what was stored before there were nodes', async () => {
    const name = freshName()
    const [node, ...more] = await nodesOf(2)
    await storeInVersion2(name, node)
    const { blockstore } = await openWebPorts({ name })

    const before = await blockstore.get(node.cid)
    await blockstore.putMany([node, ...more])

    expect(before).toEqual(node.bytes)
    expect(await blockstore.get(node.cid)).toEqual(node.bytes)
    expect(await blockstore.get(CID.createV1(0x55, node.cid.multihash))).toEqual(node.bytes)
    expect(await blockstore.totals()).toEqual({ blocks: 2, sizeBytes: 200 })
    await blockstore.delete(node.cid)
    expect(await blockstore.get(node.cid)).toBeUndefined()
    expect(await keysIn(name)).toEqual({ nodes: 1, singles: 0 })
  })

  it('shows one process what another has written or removed, at once', async () => {
    const name = freshName()
    const [reader, writer] = [await openWebPorts({ name }), await openWebPorts({ name })]
    for (const { cid, bytes } of await nodesOf(20)) {
      await writer.blockstore.put(cid, bytes)
      expect(await reader.blockstore.get(cid)).toEqual(bytes)
      await writer.blockstore.delete(cid)
      expect(await reader.blockstore.get(cid)).toBeUndefined()
    }
  })

  it('reads a value of the Datastore and nodes in one transaction, and writes nodes in one', async () => {
    const { blockstore, datastore } = await openWebPorts({ name: freshName() })
    const nodes = await nodesOf(3)
    const key = Uint8Array.of(1)
    await datastore.batch([{ type: 'put', key, value: Uint8Array.of(2) }])

    const written = await countTransactions(() => blockstore.putMany(nodes))
    const read = await countTransactions(() =>
      Promise.all([datastore.get(key), ...nodes.map(({ cid }) => blockstore.get(cid))]),
    )

    expect(written.transactions).toBe(1)
    expect(read.transactions).toBe(1)
    expect(read.result).toEqual([Uint8Array.of(2), ...nodes.map(({ bytes }) => bytes)])
  })

  it('reads for those who go on together in one transaction again, however they come to it', async () => {
    const { blockstore } = await openWebPorts({ name: freshName() })
    const nodes = await nodesOf(20)
    await blockstore.putMany(nodes)
    const steps = async (count: number) => {
      for (let left = count; left > 0; left -= 1) await undefined
    }

    const read = await countTransactions(() =>
      Promise.all(
        nodes.map(async ({ cid }, at) => {
          await blockstore.get(cid)
          await steps(at)
          return blockstore.get(nodes[(at + 1) % nodes.length]?.cid ?? cid)
        }),
      ),
    )

    expect(read.transactions).toBe(2)
  })
})

async function nodesOf(count: number, sizeBytes = 100): Promise<[Block, ...Block[]]> {
  const [first, ...rest] = (await numberedBlocks(count, sizeBytes)).map(({ cid, bytes }) => ({
    cid: CID.createV1(DAG_CBOR_CODEC, cid.multihash),
    bytes,
  }))
  if (!first) throw new Error('no node')
  return [first, ...rest]
}

/** How many blocks have their bytes in their rows, and how many are kept by themselves. */
async function keysIn(name: string): Promise<{ nodes: number; singles: number }> {
  const rows = await allIn(`${name}/meta`, BLOCK_INDEX)
  const singles = await allIn(`${name}/blocks`, `${name}/blocks`)
  return { nodes: rows.filter((row) => row instanceof Uint8Array).length, singles: singles.length }
}

async function allIn(database: string, store: string): Promise<unknown[]> {
  const opened = await answer(indexedDB.open(database))
  const all: unknown[] = await answer(opened.transaction(store).objectStore(store).getAll())
  opened.close()
  return all
}

/** A block as version 2 of the meta database has it: its size in the index, its bytes in the other database. */
async function storeInVersion2(name: string, { cid, bytes }: Block): Promise<void> {
  const stores = [ENTRIES, BLOCK_INDEX, COUNTERS, PACKS, PACK_USAGE]
  const ports = await openWebPorts({ name: `${name}-key` })
  await ports.blockstore.put(CID.createV1(0x55, cid.multihash), bytes)
  const other = await answer(indexedDB.open(`${name}-key/blocks`))
  const held = `${name}-key/blocks`
  const [key = ''] = await answer(other.transaction(held).objectStore(held).getAllKeys())
  other.close()
  await put(`${name}/blocks`, { version: 1, stores: [`${name}/blocks`] }, [[`${name}/blocks`, key, bytes]])
  await put(`${name}/meta`, { version: 2, stores }, [
    [BLOCK_INDEX, key, bytes.byteLength],
    [COUNTERS, 'block-totals', { blocks: 1, sizeBytes: bytes.byteLength }],
  ])
}

async function put(
  name: string,
  { version, stores }: { readonly version: number; readonly stores: readonly string[] },
  rows: readonly (readonly [store: string, key: IDBValidKey, value: unknown])[],
): Promise<void> {
  const request = indexedDB.open(name, version)
  request.onupgradeneeded = () => {
    for (const store of stores) request.result.createObjectStore(store, { autoIncrement: store === PACKS })
  }
  const database = await answer(request)
  const transaction = database.transaction(stores, 'readwrite')
  for (const [store, key, value] of rows) transaction.objectStore(store).put(value, key)
  await new Promise((resolve) => transaction.addEventListener('complete', resolve))
  database.close()
}

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
