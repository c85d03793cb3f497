import { loopbackPolicy } from '../../../src/access/policy.ts'
import { createApp } from '../../../src/app.ts'
import type { RemoteSource, RemoteSources } from '../../../src/blocks/remote-sources.ts'
import { fixedClock } from '../../../src/memory/fixed-clock.ts'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import { memoryDatastore } from '../../../src/memory/memory-datastore.ts'
import { memoryLocks } from '../../../src/memory/memory-locks.ts'
import { memoryLogger } from '../../../src/memory/memory-logger.ts'
import { seededRandom } from '../../../src/memory/seeded-random.ts'
import { createNode } from '../../../src/node/create.ts'
import { WHOLE_NODE } from '../../../src/node/whole-node.ts'
import { definePart } from '../../../src/parts/define-part.ts'
import type { Send } from '../../hosts/host.ts'
import type { StoredBlock, StoredTree } from '../../requests/stored-tree.ts'

/** Blocks of other peers by the text of their CIDs, and for which of them the node has asked. */
interface Peers {
  readonly blocks: Map<string, Uint8Array>
  readonly asked: string[]
}

/** Has sessions fetch missing blocks from peers, as soon as these have any. */
const sourceOf = ({ blocks, asked }: Peers) =>
  definePart({
    name: 'peersWithBlocks',
    needs: { remoteSources: 'required' },
    create({ remoteSources }: { readonly remoteSources: Pick<RemoteSources, 'add'> }) {
      const source: RemoteSource = {
        get isReachable() {
          return blocks.size > 0
        },
        open: () => ({
          async get(cid) {
            asked.push(cid.toString())
            return blocks.get(cid.toString())
          },
        }),
      }
      remoteSources.add(source)
      return source
    },
  })

/**
 * A node in memory whose gateway is asked without a host, and whose block reads are counted. It fetches what it lacks
 * from `peers`, which have nothing at first.
 */
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
  const peers = { blocks: new Map<string, Uint8Array>(), asked: [] as string[] }
  const node = await createNode(
    {
      blockstore,
      datastore: memoryDatastore(),
      clock: fixedClock(),
      random: seededRandom(1),
      locks: memoryLocks(),
      logger,
    },
    { parts: [...WHOLE_NODE, sourceOf(peers)], repoPath: 'memory', system: 'memory/node' },
  )
  /** Sends to an app that answers so many requests for content at the same time. Absent: any number. */
  const sendWithin = (maxGatewayRequests?: number): Send => {
    const app = createApp(node, loopbackPolicy(), { maxGatewayRequests })
    return async (target, init) =>
      app.fetch(typeof target === 'string' ? new Request(new URL(target, 'http://127.0.0.1'), init) : target)
  }
  const store = (blocks: readonly StoredBlock[]) => stored.putMany(blocks)
  await store(trees.flatMap(({ blocks }) => blocks))
  return {
    send: sendWithin(),
    sendWithin,
    store,
    remove: stored.delete,
    reads,
    broken,
    logger,
    peers,
    activity: node.activity,
  }
}
