import { fixedClock } from '../../src/memory/fixed-clock.ts'
import { memoryBlockstore } from '../../src/memory/memory-blockstore.ts'
import { memoryDatastore } from '../../src/memory/memory-datastore.ts'
import { memoryLocks } from '../../src/memory/memory-locks.ts'
import { memoryLogger } from '../../src/memory/memory-logger.ts'
import { seededRandom } from '../../src/memory/seeded-random.ts'
import { createNode, type NodeOptions, type Ports, type StorageNode } from '../../src/node/create.ts'
import { WHOLE_NODE } from '../../src/node/whole-node.ts'
import type { Clock } from '../../src/ports/clock.ts'

/** Every port in memory, empty; a given one takes its place. */
export function memoryPorts(options: Partial<Ports> = {}): Ports {
  return {
    blockstore: memoryBlockstore(),
    datastore: memoryDatastore(),
    clock: sleepless(),
    random: seededRandom(1),
    locks: memoryLocks(),
    logger: memoryLogger(),
    ...options,
  }
}

/** Time that does not pass, also during a sleep: a body that is read would else be late at once. */
function sleepless(): Clock {
  return {
    ...fixedClock(),
    sleep: (_, { signal } = {}) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
      }),
  }
}

/** A node over these ports. */
export function memoryNode(
  options: Partial<Ports> = {},
  settings: Pick<NodeOptions<[]>, 'siteZone'> = {},
): Promise<StorageNode> {
  return createNode(memoryPorts(options), {
    ...{ parts: WHOLE_NODE, repoPath: 'memory', system: 'memory/node' },
    ...settings,
  })
}
