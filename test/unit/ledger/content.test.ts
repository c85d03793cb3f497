import { describe, expect, it } from 'vitest'
import { storedRecordBlock } from '../../../src/ledger/blocks/record-block.ts'
import { parseContentPath } from '../../../src/ledger/identifiers/da-path.ts'
import { getUpdateByCid } from '../../../src/ledger/queries/read-update.ts'
import type { LedgerSettings } from '../../../src/ledger/settings.ts'
import { checkState } from '../../../src/ledger/transfer/check-state.ts'
import { createNode, type StorageNode } from '../../../src/node/create.ts'
import { WHOLE_NODE } from '../../../src/node/whole-node.ts'
import { chunkedFile, directory, rawFile, type StoredTree } from '../../requests/stored-tree.ts'
import { memoryPorts } from '../memory-ports.ts'
import { creation, failure, ROLLAPP, update } from './ledger-of.ts'

const CID = 'bafkreiawde3k3va2tedw5zilk6ze67f7zixztre5tt7s3nyfeckxyo2ke4'
const V0 = 'QmRN6wdp1S2A5EtjW9A3M1vKSBuQQGcgvuhoMUoEz4iiT5'

describe('parseContentPath()', () => {
  it.each([
    [`cas|${CID}`, ''],
    [`cas|${CID}|a/b`, 'a/b'],
    [`/cas/${CID}/a/b`, 'a/b'],
    [`/ipfs/${CID}`, ''],
    [`/ipfs/${CID}/a/`, 'a'],
    [`/ipfs/${V0}/a`, 'a'],
  ])('reads %s', (daPath, path) => {
    expect(parseContentPath(daPath)?.path).toBe(path)
    expect([CID, V0]).toContain(parseContentPath(daPath)?.cid.toString())
  })

  it.each(['', 'client.42', 'celestia|1|2', 'cas', 'cassette|x', '/other/x', 'ipfs', `x/cas/${CID}`])(
    'leaves %j to others',
    (daPath) => {
      expect(parseContentPath(daPath)).toBeUndefined()
    },
  )

  it.each([
    'cas|',
    `cas|${CID}|`,
    `cas||${CID}`,
    `cas|${CID}|a||b`,
    `cas|${CID}|a//b`,
    `cas|${CID}|/a`,
    `cas|${CID.toUpperCase()}`,
    `cas|${V0}`,
    'cas|nothing',
    '/ipfs/',
    '/cas/nothing/a',
  ])('answers 3001 to %s', (daPath) => {
    expect(() => parseContentPath(daPath)).toThrow(expect.objectContaining(failure(3001)))
  })
})

describe('getUpdateByCid()', () => {
  it.each([
    ['an empty block', new Uint8Array()],
    ['a record in another form', Uint8Array.of(0x0a, 0, 0x4a, 0, 0x4a, 0)],
    ['a text', new TextEncoder().encode('no record')],
  ])('finds no record in %s', async (_, bytes) => {
    const node = await nodeWithBatch()
    const block = await storedRecordBlock(bytes)
    await node.blockstore.putMany([block])

    await expect(getUpdateByCid(await node.ledger.open(), block.cid)).rejects.toMatchObject(
      failure(38, 'sdk'),
    )
  })
})

const held = async ({ blockstore }: Pick<StorageNode, 'blockstore'>, { blocks }: StoredTree) => {
  const found = await Promise.all(blocks.map(({ cid }) => blockstore.has(cid)))
  return found.every(Boolean)
}

async function collect({ repo }: Pick<StorageNode, 'repo'>): Promise<void> {
  for await (const _ of repo.collect());
}

const tree = await chunkedFile([await rawFile('batch, one'), await rawFile('batch, two')])
const garbage = await rawFile('garbage')

async function nodeWithBatch(ledger: LedgerSettings = {}) {
  const node = await createNode(memoryPorts(), {
    parts: WHOLE_NODE,
    repoPath: 'memory',
    system: 'memory/node',
    ledger,
  })
  await node.blockstore.putMany([...tree.blocks, ...garbage.blocks])
  await node.ledger.create(creation())
  return node
}

describe('the content of a record', () => {
  it('stays for good where nothing says for how long', async () => {
    const node = await nodeWithBatch()
    await node.ledger.submit(update(1n, 1n, { DAPath: `cas|${tree.cid.toV1()}` }))
    await node.ledger.advance({ to: 1000n })

    await collect(node)

    expect([await held(node, tree), await held(node, garbage)]).toEqual([true, false])
  })

  it('stays from submission until it is final, and so does the ledger itself', async () => {
    const node = await nodeWithBatch({ retention: 0n })
    await node.ledger.submit(update(1n, 1n, { DAPath: `cas|${tree.cid.toV1()}` }), {
      checkAvailability: true,
    })

    await collect(node)
    expect(await held(node, tree)).toBe(true)
    expect(await held(node, garbage)).toBe(false)
    await node.ledger.advance({ to: 3n })
    await collect(node)
    expect(await held(node, tree)).toBe(true)
    await node.ledger.advance({ to: 4n })
    await collect(node)

    expect(await held(node, tree)).toBe(false)
    expect(await node.ledger.advance({ to: 5n })).toMatchObject({ height: 5n })
  })

  it('is removed when its record is reverted', async () => {
    const node = await nodeWithBatch()
    await node.ledger.submit(update(1n, 1n, { DAPath: `/ipfs/${tree.cid}` }))
    await node.ledger.revert({ rollappId: ROLLAPP, height: 1n, reason: '' })

    await collect(node)

    expect(await held(node, tree)).toBe(false)
  })

  it('stays for a retention after it is final', async () => {
    const node = await nodeWithBatch({ retention: 5n })
    await node.ledger.submit(update(1n, 1n, { DAPath: `cas|${tree.cid.toV1()}` }))

    await node.ledger.advance({ to: 8n })
    await collect(node)
    expect(await held(node, tree)).toBe(true)
    await node.ledger.advance({ to: 9n })
    await collect(node)

    expect(await held(node, tree)).toBe(false)
  })

  it('outlasts the roots before the newest, where only some are kept', async () => {
    const node = await nodeWithBatch({ keepRoots: 3 })
    const { ledger, blockstore } = node
    await collect(node)
    const roots = [await ledger.head()]
    for (let at = 1n; at <= 40n; at += 1n) {
      await ledger.submit(update(at, 1n))
      roots.push((await ledger.advance({ by: 1n })).root)
    }
    const before = await blockstore.totals()

    await collect(node)

    expect((await blockstore.totals()).blocks).toBeLessThan(before.blocks / 2)
    await checkState(await ledger.open())
    await checkState(await ledger.open(roots.at(-2)))
    await expect(ledger.open(roots.at(-3))).rejects.toMatchObject(failure(3005))
    await collect(node)
    expect(await ledger.submit(update(41n, 1n))).toMatchObject({ index: 41n })
  })

  it('need not be held, unless the submission asks: then 3002, and nothing changes', async () => {
    const node = await nodeWithBatch()
    const missing = await rawFile('missing')
    const message = update(1n, 1n, { DAPath: `cas|${missing.cid}` })
    const root = await node.ledger.head()

    await expect(node.ledger.submit(message, { checkAvailability: true })).rejects.toMatchObject(
      failure(3002),
    )
    expect((await node.ledger.head()).equals(root)).toBe(true)

    await node.ledger.submit(message)
    await collect(node)
    await expect(node.ledger.submit(update(2n, 1n, { DAPath: 'cas|no' }))).rejects.toMatchObject(
      failure(1010),
    )
  })

  it('must have the path too, where the submission asks', async () => {
    const node = await nodeWithBatch()
    const folder = await directory([['a', tree]])
    await node.blockstore.putMany(folder.blocks)
    const root = await node.ledger.head()
    const submit = (path: string) =>
      node.ledger.submit(update(1n, 1n, { DAPath: `cas|${folder.cid.toV1()}|${path}` }), {
        checkAvailability: true,
      })

    await expect(submit('b')).rejects.toMatchObject(failure(3002))
    await expect(submit('a/b')).rejects.toMatchObject(failure(3002))
    expect((await node.ledger.head()).equals(root)).toBe(true)
    await expect(submit('a')).resolves.toMatchObject({ index: 1n })
  })

  it('is looked for after all other checks, beside a collection too', async () => {
    const node = await nodeWithBatch()
    const missing = await rawFile('missing')
    const bad = update(9n, 1n, { DAPath: 'cas|no' })
    const absent = update(9n, 1n, { DAPath: `cas|${missing.cid}` })
    const collection = node.repo.collect()
    await collection.next()

    const submit = (message: typeof bad) => node.repo.whileAdding(() => node.ledger.submit(message))
    await expect(submit(bad)).rejects.toMatchObject(failure(1009))
    await expect(node.ledger.submit(absent, { checkAvailability: true })).rejects.toMatchObject(failure(1009))
    await expect(submit(update(1n, 1n, { DAPath: 'cas|no' }))).rejects.toMatchObject(failure(3001))

    for await (const _ of collection);
  })

  it('stays when it is submitted beside a collection', async () => {
    const node = await nodeWithBatch()
    const collection = node.repo.collect()
    await collection.next()

    await node.repo.whileAdding(() =>
      node.ledger.submit(update(1n, 1n, { DAPath: `cas|${tree.cid.toV1()}` })),
    )
    for await (const _ of collection);

    await collect(node)
    await expect(node.ledger.advance({ to: 3n })).resolves.toMatchObject({ finalized: [{ index: 1n }] })
  })
})
