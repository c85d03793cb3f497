import { describe, expect, it } from 'vitest'
import { tokenPolicy } from '../../../src/access/policy.ts'
import { createApp } from '../../../src/app.ts'
import { decodeManifest } from '../../../src/backup/manifest.ts'
import { isBackupBlock } from '../../../src/backup/row-blocks.ts'
import { cborBlock } from '../../../src/blocks/cbor-block.ts'
import { joinBytes } from '../../../src/codec/bytes/bytes.ts'
import { readCar } from '../../../src/codec/car/read-car.ts'
import { CID, RAW_CODEC } from '../../../src/codec/cid/cid.ts'
import { encodeDagCbor } from '../../../src/codec/dag-cbor/encode-dag-cbor.ts'
import type { DagValue } from '../../../src/codec/ipld/dag-value.ts'
import { type CoreNode, createNode } from '../../../src/node/create.ts'
import { OFFLINE_NODE } from '../../../src/node/offline-node.ts'
import { addIfRoom } from '../../../src/repo/add-if-room.ts'
import { AUTHORIZATIONS, tokenOf } from '../../requests/access-matrix.ts'
import { eventRecord } from '../calendar/records.ts'
import { memoryNode, memoryPorts } from '../memory-ports.ts'

const DRAFT = 'Secret rehearsal'

const lazyNode = (): Promise<CoreNode> =>
  createNode(memoryPorts(), { parts: OFFLINE_NODE, repoPath: 'memory', system: 'memory/node' })

async function items<T>(from: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of from) found.push(item)
  return found
}

/** A node with drafts, and one on which its backup was restored. */
async function backedUp(createRestored: () => Promise<CoreNode> = memoryNode) {
  const node = await memoryNode()
  await node.repo.whileAdding(async () => {
    // Over 23 pins, so that the head of their list has two bytes.
    const pins = Array.from({ length: 30 }, (_, at) => cborBlock(`pin ${at}`))
    await node.blockstore.putMany(await Promise.all(pins))
    for (const { cid } of await Promise.all(pins)) await node.pins.addRoots([cid], { name: 'a name' })
    await node.calendar.write(
      async (draft) => draft.create('events', eventRecord({ title: DRAFT, status: 'draft' })),
      { author: 'ann' },
    )
  })
  const file = joinBytes(await items(node.backup.exporting()))
  const restored = await createRestored()
  const { backup } = await restored.use(['backup'])
  const content = async function* () {
    yield file
  }
  await items(addIfRoom((stage) => backup.importing(content(), { stage }), restored))
  const { blocks } = await readCar(content())
  const first = (await blocks.next()).value
  if (!first) throw new Error('the backup has no root')
  const rows = [...decodeManifest(first.cid, first.bytes).parts.values()].flat()
  return { node, restored, root: first.cid, rows }
}

describe('blocks of a backup', () => {
  it('are denied to strangers on the node that made it, whatever the CID calls them', async () => {
    const { node, rows } = await backedUp()

    expect(rows.length).toBeGreaterThan(1)
    for (const cid of rows) {
      expect(await node.blockstore.has(cid)).toBe(true)
      for (const name of [cid, CID.createV1(RAW_CODEC, cid.multihash)]) {
        expect(await node.publicBlocks.get(name)).toBeUndefined()
        expect(await node.publicBlocks.has(name)).toBe(false)
        expect(await node.publicSessions.open().get(name)).toBeUndefined()
      }
    }
  })

  it.each([
    ['a node with all parts', memoryNode],
    ['a node that has not loaded the part', lazyNode],
  ])('are denied to strangers where it was restored: %s', async (_, createRestored) => {
    const { restored, root, rows } = await backedUp(createRestored)

    for (const cid of [root, ...rows]) {
      expect(await restored.blockstore.has(cid)).toBe(true)
      expect(await restored.publicBlocks.has(cid)).toBe(false)
    }
  })

  it('are denied by the gateway of a deployment, and read by an owner with a token', async () => {
    const { restored, root, rows } = await backedUp()
    const app = createApp(restored, tokenPolicy(AUTHORIZATIONS))
    const headers = { Authorization: `Bearer ${tokenOf('all')}` }

    for (const cid of [root, ...rows]) {
      const shown = await app.request(`http://example.test/ipfs/${cid}?format=raw`)
      const path = `http://example.test/api/v0/block/get?arg=${cid}`
      const refused = await app.request(path, { method: 'POST' })
      const read = await app.request(path, { method: 'POST', headers })

      expect([shown.status, refused.status, read.status]).toEqual([404, 403, 200])
      expect(await shown.text()).not.toContain(DRAFT)
    }
  })
})

describe('isBackupBlock()', () => {
  const pair = [Uint8Array.of(1), Uint8Array.of(2)]

  it.each<[string, DagValue, boolean]>([
    ['rows', [pair], true],
    ['many rows', Array.from({ length: 300 }, () => pair), true],
    [
      'a list of parts',
      new Map<string, DagValue>([
        ['kind', 'tidepool-backup'],
        ['parts', null],
      ]),
      true,
    ],
    ['an empty list', [], false],
    ['a list of byte strings', pair, false],
    ['a list of longer rows', [[...pair, Uint8Array.of(3)]], false],
    ['rows with something else after them', [pair, 'text'], false],
    ['pairs of something else', [[Uint8Array.of(1), 'text']], false],
    ['a map of another kind', new Map([['kind', 'tidepool-other']]), false],
    ['a text', 'tidepool-backup', false],
  ])('tells %s', (_, value, expected) => {
    expect(isBackupBlock(encodeDagCbor(value))).toBe(expected)
  })

  it('takes no bytes for a backup that only begin as one', () => {
    const bytes = encodeDagCbor([pair])

    expect(isBackupBlock(bytes.subarray(0, -1))).toBe(false)
    expect(isBackupBlock(new Uint8Array())).toBe(false)
  })
})
