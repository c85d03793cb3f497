import { expect, it } from 'vitest'
import { joinBytes, startsWithBytes } from '../../../src/codec/bytes/bytes.ts'
import type { Datastore } from '../../../src/ports/datastore.ts'
import { addIfRoom } from '../../../src/repo/add-if-room.ts'
import { keyOf } from '../../../src/state/keys.ts'
import { rawFile } from '../../requests/stored-tree.ts'
import { memoryNode, memoryPorts } from '../memory-ports.ts'

const named = await rawFile('restored beside a pin of the same kind')
const direct = await rawFile('restored beside a pin of the other kind')
const free = await rawFile('restored beside no pin')
const all = [named, direct, free].flatMap(({ blocks }) => blocks)

async function items<T>(from: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of from) found.push(item)
  return found
}

it('keeps pins that are made while their rows are restored', async () => {
  const from = await memoryNode()
  await from.repo.whileAdding(async () => {
    await from.blockstore.putMany(all)
    await from.pins.addRoots([named.cid, free.cid], { name: 'of the backup' })
    await from.pins.add(direct.cid, { recursive: false })
  })
  const file = joinBytes(await items(from.backup.exporting()))
  const ports = memoryPorts()
  const other = await memoryNode(ports)
  let isPinned = false
  const batch: Datastore['batch'] = async (operations, ...options) => {
    if (!isPinned && operations.some(({ key }) => startsWithBytes(key, keyOf('pins/')))) {
      isPinned = true
      await other.pins.addRoots([named.cid], { name: 'newer' })
      await other.pins.add(direct.cid)
    }
    return ports.datastore.batch(operations, ...options)
  }
  const node = await memoryNode({ ...ports, datastore: { ...ports.datastore, batch } })
  const content = async function* () {
    yield file
  }

  const [restored] = await items(
    addIfRoom((stage) => node.backup.importing(content(), { stage, parts: ['pins'] }), node),
  )

  expect(restored).toMatchObject({ part: 'pins', rows: 1, held: 2 })
  expect(await node.pins.find(named.cid)).toMatchObject({ type: 'recursive', name: 'newer' })
  expect(await items(node.pins.list({ type: 'direct' }))).toEqual([])
  expect(await node.pins.find(free.cid)).toMatchObject({ name: 'of the backup' })
})
