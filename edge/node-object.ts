import { DurableObject } from 'cloudflare:workers'
import { loopbackPolicy } from '../src/access/policy.ts'
import { createApp } from '../src/app.ts'
import { fixedClock } from '../src/memory/fixed-clock.ts'
import { memoryBlockstore } from '../src/memory/memory-blockstore.ts'
import { memoryDatastore } from '../src/memory/memory-datastore.ts'
import { memoryLocks } from '../src/memory/memory-locks.ts'
import { memoryLogger } from '../src/memory/memory-logger.ts'
import { seededRandom } from '../src/memory/seeded-random.ts'
import { createNode } from '../src/node.ts'
import type { Env } from './env.ts'

/** The node: one object, one writer. */
export class NodeObject extends DurableObject<Env> {
  override async fetch(request: Request): Promise<Response> {
    const node = await createNode(
      {
        blockstore: memoryBlockstore(),
        datastore: memoryDatastore(),
        clock: fixedClock(),
        random: seededRandom(1),
        locks: memoryLocks(),
        logger: memoryLogger(),
      },
      { repoPath: 'memory', system: 'workerd/edge' },
    )
    return createApp(node, loopbackPolicy).fetch(request)
  }
}
