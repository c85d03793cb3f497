import { expect, it } from 'vitest'
import { joinBytes } from '../../../src/codec/bytes/bytes.ts'
import { memoryHostKey } from '../../../src/memory/memory-host-key.ts'
import { seededRandom } from '../../../src/memory/seeded-random.ts'
import { addIfRoom } from '../../../src/repo/add-if-room.ts'
import { eventRecord } from '../calendar/records.ts'
import { memoryNode, memoryPorts } from '../memory-ports.ts'

type TestNode = Awaited<ReturnType<typeof memoryNode>>

const PASSWORD = 'low tide at nine'

/** The ports of a host. Each has another encryption key, and its node another identity. */
const hostOf = (seed: number) =>
  memoryPorts({ hostKey: memoryHostKey(new Uint8Array(32).fill(seed)), random: seededRandom(seed) })

const write = ({ calendar }: TestNode) =>
  calendar.write(async (draft) => void draft.create('events', eventRecord()), { author: 'ann' })

async function items<T>(from: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of from) found.push(item)
  return found
}

const exported = async (node: TestNode) =>
  joinBytes(await items(node.backup.exporting({ password: PASSWORD })))

async function restore(node: TestNode, file: Uint8Array): Promise<void> {
  const content = async function* () {
    yield file
  }
  await items(addIfRoom((stage) => node.backup.importing(content(), { stage, password: PASSWORD }), node))
}

/** A node whose calendar is in its ledger. */
async function anchored(): Promise<TestNode> {
  const node = await memoryNode(hostOf(1))
  for (let at = 0; at < 3; at += 1) await write(node)
  await node.sequencer.anchor({ isUrgent: true })
  return node
}

it('submits a restored calendar under its restored identity only, which is that of the next start', async () => {
  const first = await anchored()
  const host = hostOf(2)
  const running = await memoryNode(host)
  await restore(running, await exported(first))
  await write(running)
  const restoredHead = await running.ledger.head()

  await expect(running.sequencer.anchor({ isUrgent: true })).rejects.toMatchObject({
    code: 'failed-precondition',
  })
  expect(await running.sequencer.waiting()).toEqual({ count: 0 })
  expect(await running.ledger.head()).toEqual(restoredHead)

  const { sequencer } = await memoryNode(host)
  expect(sequencer.rollappId).toBe(first.sequencer.rollappId)
  expect(await sequencer.waiting()).toMatchObject({ count: 1 })
  expect(await sequencer.anchor({ isUrgent: true })).toEqual({ indexes: [2n], waiting: 0 })
})

it('backs up the restored identity, also before the next start', async () => {
  const first = await anchored()
  const running = await memoryNode(hostOf(2))
  await restore(running, await exported(first))
  const host = hostOf(3)

  await restore(await memoryNode(host), await exported(running))

  const { sequencer } = await memoryNode(host)
  expect(sequencer.rollappId).toBe(first.sequencer.rollappId)
  expect(await sequencer.waiting()).toEqual({ count: 0 })
})
