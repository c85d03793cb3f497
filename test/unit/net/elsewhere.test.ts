import { describe, expect, it } from 'vitest'
import { formatPeerId } from '../../../src/codec/cid/peer-id.ts'
import { DomainError } from '../../../src/errors.ts'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import { seededRandom } from '../../../src/memory/seeded-random.ts'
import { rawBlock } from '../../contracts/blocks.ts'
import { memoryNode } from '../memory-ports.ts'

describe('a node beside another process with the peer', () => {
  it('has that process fetch a missing block, and reads it from the common storage', async () => {
    const { cid, bytes } = await rawBlock(Uint8Array.of(1, 2, 3))
    const node = await nodeBeside({ isElsewhere: true, fetchBlock: (store) => store.put(cid, bytes) })

    expect(await node.sessions.open().get(cid)).toEqual(bytes)
    expect(node.wanted).toEqual([cid.toString()])
  })

  it('does not find a block that no process has, or for which the other process fails', async () => {
    const { cid } = await rawBlock(Uint8Array.of(4))
    const missing = await nodeBeside({ isElsewhere: true })
    const failing = await nodeBeside({
      isElsewhere: true,
      fetchBlock: async () => {
        throw new DomainError('unavailable', 'the tab was closed')
      },
    })

    await expect(missing.sessions.open().get(cid)).rejects.toMatchObject({ code: 'not-found' })
    await expect(failing.sessions.open().get(cid)).rejects.toMatchObject({ code: 'not-found' })
  })

  it('asks for nothing when no other process runs the peer, and in a call that is offline', async () => {
    const { cid } = await rawBlock(Uint8Array.of(5))
    const alone = await nodeBeside({ isElsewhere: false })
    const offline = await nodeBeside({ isElsewhere: true })

    expect(await alone.sessions.open().get(cid)).toBeUndefined()
    expect(await offline.sessions.open({ offline: true }).get(cid)).toBeUndefined()
    expect([...alone.wanted, ...offline.wanted]).toEqual([])
  })
})

const OPTIONS = { lifetimeMs: 3_600_000, ttlMs: 60_000, hasV1: true }

describe('a name that this node does not know', () => {
  it('is found by the peers of the other process', async () => {
    const publisher = await memoryNode()
    const { peerId } = await publisher.names.publish('/ipfs/bafkqaaa', { ...OPTIONS, key: 'self' })
    const record = await publisher.names.find(peerId)
    const asked: string[] = []
    const process = {
      async fetch({ url }: Request) {
        asked.push(new URL(url).pathname + new URL(url).search)
        return new Response(record?.bytes.slice())
      },
      fetchBlock: async () => false,
    }
    const random = seededRandom(2)
    const { names } = await memoryNode({
      random,
      peerProcesses: { isElsewhere: true, find: async () => process },
    })

    expect(await names.resolve(formatPeerId(peerId))).toMatchObject({ path: '/ipfs/bafkqaaa' })
    expect(asked).toEqual([`/api/v0/name/get?arg=${formatPeerId(peerId)}`])
  })
})

interface Beside {
  readonly isElsewhere: boolean
  readonly fetchBlock?: (store: ReturnType<typeof memoryBlockstore>) => Promise<void>
}

async function nodeBeside({ isElsewhere, fetchBlock }: Beside) {
  const blockstore = memoryBlockstore()
  const wanted: string[] = []
  const process = {
    fetch: async () => new Response(),
    async fetchBlock(cid: { toString(): string }) {
      wanted.push(cid.toString())
      await fetchBlock?.(blockstore)
      return fetchBlock !== undefined
    },
  }
  const peerProcesses = { isElsewhere, find: async () => process }
  const { sessions } = await memoryNode({ blockstore, peerProcesses })
  return { sessions, wanted }
}
