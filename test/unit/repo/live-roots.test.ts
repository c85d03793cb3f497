import { describe, expect, it } from 'vitest'
import { createContentLock } from '../../../src/content-lock/content-lock.ts'
import type { LiveRoot } from '../../../src/parts/live-roots.ts'
import { createPins } from '../../../src/pins/create-pins.ts'
import { createDagWalk } from '../../../src/pins/dag-walk.ts'
import { createRepo } from '../../../src/repo/repo.ts'
import { listed } from '../../contracts/blocks.ts'
import { chunkedFile, rawFile, type StoredTree } from '../../requests/stored-tree.ts'
import { memoryPorts } from '../memory-ports.ts'

/** A repo whose only keeper is a service with these roots. */
function repoWith(roots: readonly LiveRoot[]) {
  const ports = memoryPorts()
  const contentLock = createContentLock(ports)
  const walk = createDagWalk(ports.blockstore)
  const pins = createPins({ ...ports, walk, wholeWalk: walk, coverWalk: walk, contentLock })
  async function* liveRoots() {
    yield* roots
  }
  const repo = createRepo({
    ...ports,
    stored: ports.blockstore,
    contentLock,
    pins,
    walk,
    repoPath: 'memory',
    liveRoots: async () => ({ calendar: liveRoots }),
  })
  return { repo, blockstore: ports.blockstore }
}

const held = await rawFile('held')
const lost = await chunkedFile([held])
const head = await chunkedFile([lost, held])
const garbage = await rawFile('garbage')

const without = ({ blocks }: StoredTree, { cid: missing }: StoredTree) =>
  blocks.filter(({ cid }) => !cid.equals(missing))

async function collect(repo: ReturnType<typeof repoWith>['repo']): Promise<unknown[]> {
  const told: unknown[] = []
  for await (const item of repo.collect()) told.push(item)
  return told
}

describe('repo.collect() with live roots', () => {
  it('keeps everything below a live root that is not pinned', async () => {
    const { repo, blockstore } = repoWith([{ cid: head.cid }])
    await blockstore.putMany([...head.blocks, ...garbage.blocks])

    expect(await collect(repo)).toEqual([{ cid: garbage.cid }])
    expect(await listed(blockstore)).toHaveLength(3)
  })

  it('removes nothing when a node below a root is missing', async () => {
    const { repo, blockstore } = repoWith([{ cid: head.cid }])
    await blockstore.putMany([...without(head, lost), ...garbage.blocks])

    await expect(collect(repo)).rejects.toMatchObject({ code: 'failed-precondition' })
    expect(await listed(blockstore)).toHaveLength(3)
  })

  it('keeps what is there below a root that may lack some', async () => {
    const { repo, blockstore } = repoWith([{ cid: head.cid, mayBeIncomplete: true }])
    await blockstore.putMany([...without(head, lost), ...garbage.blocks])

    expect(await collect(repo)).toEqual([{ cid: garbage.cid }])
    expect(await listed(blockstore)).toHaveLength(2)
  })
})
