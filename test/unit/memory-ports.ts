import { fixedClock } from '../../src/memory/fixed-clock.ts'
import { memoryBlockstore } from '../../src/memory/memory-blockstore.ts'
import { memoryDatastore } from '../../src/memory/memory-datastore.ts'
import { memoryLocks } from '../../src/memory/memory-locks.ts'
import { memoryLogger } from '../../src/memory/memory-logger.ts'
import { seededRandom } from '../../src/memory/seeded-random.ts'
import { createNode, type Ports, type StorageNode } from '../../src/node.ts'

/** Every port in memory, empty; a given one takes its place. */
export function memoryPorts(given: Partial<Ports> = {}): Ports {
  return {
    blockstore: memoryBlockstore(),
    datastore: memoryDatastore(),
    clock: fixedClock(),
    random: seededRandom(1),
    locks: memoryLocks(),
    logger: memoryLogger(),
    ...given,
  }
}

/** A node over these ports. */
export function memoryNode(given: Partial<Ports> = {}): Promise<StorageNode> {
  return createNode(memoryPorts(given), { repoPath: 'memory', system: 'memory/node' })
}
