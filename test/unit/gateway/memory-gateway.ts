import { loopbackPolicy } from '../../../src/access/policy.ts'
import { createApp } from '../../../src/app.ts'
import { fixedClock } from '../../../src/memory/fixed-clock.ts'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import { memoryDatastore } from '../../../src/memory/memory-datastore.ts'
import { memoryLocks } from '../../../src/memory/memory-locks.ts'
import { memoryLogger } from '../../../src/memory/memory-logger.ts'
import { seededRandom } from '../../../src/memory/seeded-random.ts'
import { createNode } from '../../../src/node/create.ts'
import { WHOLE_NODE } from '../../../src/node/whole-node.ts'
import type { Send } from '../../hosts/host.ts'
import type { StoredBlock, StoredTree } from '../../requests/stored-tree.ts'

/** A node in memory whose gateway is asked without a host, and whose block reads are counted. */
export async function memoryGateway(...trees: readonly StoredTree[]) {
  const stored = memoryBlockstore()
  const reads: string[] = []
  const broken = new Set<string>()
  const blockstore: typeof stored = {
    ...stored,
    async get(cid, options) {
      reads.push(cid.toString())
      if (broken.has(cid.toString())) throw new Error('secret of the disk')
      return stored.get(cid, options)
    },
  }
  const logger = memoryLogger()
  const node = await createNode(
    {
      blockstore,
      datastore: memoryDatastore(),
      clock: fixedClock(),
      random: seededRandom(1),
      locks: memoryLocks(),
      logger,
    },
    { parts: WHOLE_NODE, repoPath: 'memory', system: 'memory/node' },
  )
  const app = createApp(node, loopbackPolicy())
  const send: Send = async (target, init) =>
    app.fetch(typeof target === 'string' ? new Request(new URL(target, 'http://127.0.0.1'), init) : target)
  const store = (blocks: readonly StoredBlock[]) => stored.putMany(blocks)
  await store(trees.flatMap(({ blocks }) => blocks))
  return { send, store, remove: stored.delete, reads, broken, logger, activity: node.activity }
}
