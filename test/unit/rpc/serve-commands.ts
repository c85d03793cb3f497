import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import { memoryDatastore } from '../../../src/memory/memory-datastore.ts'
import { memoryLocks } from '../../../src/memory/memory-locks.ts'
import { memoryLogger } from '../../../src/memory/memory-logger.ts'
import { seededRandom } from '../../../src/memory/seeded-random.ts'
import type { CORE_PARTS } from '../../../src/node/core-parts.ts'
import { createNode } from '../../../src/node/create.ts'
import { WHOLE_NODE } from '../../../src/node/whole-node.ts'
import type { Clock } from '../../../src/ports/clock.ts'
import type { AnyCommand } from '../../../src/rpc/declare/command.ts'
import { rpcRoutes } from '../../../src/rpc/routes.ts'

/** A clock on which no time passes: a sleep ends only by its signal. */
const stoppedClock: Clock = {
  now: () => 0,
  sleep: (_durationMs, { signal } = {}) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
    }),
}

interface ServeOptions {
  readonly clock?: Clock
  /** The parts of the node; all when absent. */
  readonly carries?: typeof WHOLE_NODE | typeof CORE_PARTS
}

/** These commands alone, on a node in memory: how to call them, what it logged and what it counted. */
export async function serveCommands(
  commands: readonly AnyCommand[],
  { clock = stoppedClock, carries = WHOLE_NODE }: ServeOptions = {},
) {
  const logger = memoryLogger()
  const node = await createNode(
    {
      blockstore: memoryBlockstore(),
      datastore: memoryDatastore(),
      clock,
      random: seededRandom(1),
      locks: memoryLocks(),
      logger,
    },
    { parts: carries, repoPath: 'memory', system: 'memory/node' },
  )
  const app = rpcRoutes(node, commands)
  return {
    log: logger.lines,
    openStreams: () => node.activity.readings()['open-streams'].now,
    fetch: async (request: Request): Promise<Response> => app.fetch(request, {}),
    call: async (target: string, init: RequestInit = {}): Promise<Response> =>
      app.fetch(new Request(`http://127.0.0.1/api/v0/${target}`, { method: 'POST', ...init }), {}),
  }
}

/** What a test asks of a response that was read to its end. */
export async function outcome(response: Response) {
  return { status: response.status, type: response.headers.get('Content-Type'), body: await response.text() }
}
