import { systemClock } from '../../edge/system-clock.ts'
import { loopbackPolicy } from '../../src/access/policy.ts'
import { createApp } from '../../src/app.ts'
import { DEFAULT_SETTINGS } from '../../src/calendar/model/settings.ts'
import { makeDescription } from '../../src/descriptions.ts'
import type { Routes } from '../../src/http/routes.ts'
import { memoryBlockstore } from '../../src/memory/memory-blockstore.ts'
import { memoryDatastore } from '../../src/memory/memory-datastore.ts'
import { memoryHostKey } from '../../src/memory/memory-host-key.ts'
import { memoryLocks } from '../../src/memory/memory-locks.ts'
import { memoryLogger } from '../../src/memory/memory-logger.ts'
import { seededRandom } from '../../src/memory/seeded-random.ts'
import { createNode } from '../../src/node/create.ts'
import { WHOLE_NODE } from '../../src/node/whole-node.ts'
import type { Outbound } from '../../src/ports/outbound.ts'
import { pinRoutes } from '../../src/services/pinning/routes.ts'
import { AUTHORIZATIONS } from '../requests/access-matrix.ts'
import { answerDns } from '../requests/dns-stub.ts'
import { configuredUsers } from './calendar-users.ts'
import type { HostName, Send } from './host.ts'
import { recordCall } from './recorded-calls.ts'
import { type Shard, shardedBlockstore } from './sharded-blockstore.ts'

/** The core in this process, every port in memory. Its blocks are in four shards. */
export const host: HostName = 'memory'

export { readFixture } from './fixture-file.ts'

const users = configuredUsers()
let app: Promise<Routes> | undefined

export const send: Send = async (target, init) => {
  app ??= startApp()
  const request = typeof target === 'string' ? new Request(new URL(target, 'http://127.0.0.1'), init) : target
  const response = await (await app).fetch(request)
  recordCall(request.method, request.url, response)
  return response
}

/** Drops the node: the next request starts an empty one. Test files share this module, but not the stored data. */
export function forgetNode(): void {
  app = undefined
}

/** Suites start the servers that they name. */
const ANYBODY: Outbound = { refusal: () => undefined, fetch: (request) => fetch(request) }

function shard(): Shard {
  return { store: memoryBlockstore(), hop: () => new Promise((resolve) => setImmediate(resolve)) }
}

async function startApp(): Promise<Routes> {
  const node = await createNode(
    {
      blockstore: shardedBlockstore([shard(), shard(), shard(), shard()]),
      datastore: memoryDatastore(),
      clock: systemClock(),
      random: seededRandom(1),
      locks: memoryLocks(),
      hostKey: memoryHostKey(new Uint8Array(32).fill(1)),
      logger: memoryLogger(),
      outbound: {
        pinning: ANYBODY,
        sources: ANYBODY,
        dns: { refusal: () => undefined, fetch: async ({ url }) => answerDns(url) },
      },
    },
    {
      parts: WHOLE_NODE,
      repoPath: 'memory',
      system: 'memory/node',
      gatewayHosts: ['localhost'],
      dnslinkHosts: ['*.example.org', 'example.net'],
      dnsResolvers: ['https://resolver/'],
    },
  )
  return createApp(node, loopbackPolicy(AUTHORIZATIONS), {
    readDescription: makeDescription,
    calendar: { ...DEFAULT_SETTINGS, users: await users },
    services: { pins: pinRoutes },
  })
}
