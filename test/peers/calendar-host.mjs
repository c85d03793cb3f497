// Runs the real routes over a node in memory, as test/fixtures/calendar-replay/README.md asks of a host.
import { loopbackPolicy } from '../../src/access/policy.ts'
import { createApp } from '../../src/app.ts'
import { makeUser } from '../../src/calendar/access/users.ts'
import { makeDescription } from '../../src/descriptions.ts'
import { memoryBlockstore } from '../../src/memory/memory-blockstore.ts'
import { memoryDatastore } from '../../src/memory/memory-datastore.ts'
import { memoryLocks } from '../../src/memory/memory-locks.ts'
import { memoryLogger } from '../../src/memory/memory-logger.ts'
import { seededRandom } from '../../src/memory/seeded-random.ts'
import { createNode } from '../../src/node/create.ts'
import { WHOLE_NODE } from '../../src/node/whole-node.ts'

export async function createCalendarHost({ siteTimezone, users, now, imageHost }) {
  const random = seededRandom(1)
  const clock = { now: () => Math.floor(now()), sleep: until }
  const ports = {
    blockstore: memoryBlockstore(),
    datastore: memoryDatastore(),
    clock,
    random,
    locks: memoryLocks(),
    logger: memoryLogger(),
    outbound: {
      pictures: {
        refusal: ({ host }) => (host === 'images.example.test' ? undefined : 'not its host'),
        fetch: async ({ url }) => imageAnswer(imageHost.get(url)),
      },
    },
  }
  const node = await createNode(ports, {
    ...{ parts: WHOLE_NODE, repoPath: 'memory', system: 'memory/node' },
    siteZone: siteTimezone === 'UTC (unset)' ? undefined : siteTimezone,
  })
  const settings = {
    users: await Promise.all(users.map(({ token, ...user }) => makeUser({ ...user, secret: token, random }))),
    perPage: 10,
  }
  const app = createApp(node, loopbackPolicy(), {
    calendar: settings,
    readDescription: makeDescription,
  })
  const change = (id, changes) =>
    node.repo.whileAdding(() =>
      node.calendar.write(
        async (draft) => {
          const [{ record }] = await draft.read('events', [id])
          draft.replace('events', id, { ...record, ...changes(draft) })
        },
        { author: 'test' },
      ),
    )
  return {
    fetch: (request) => app.fetch(request),
    close: async () => undefined,
    setPassword: (id, password) => change(id, () => ({ password })),
    setPostParent: (id, parentId) => change(id, (draft) => ({ parent: draft.uidOf('events', parentId) })),
  }
}

/** Time stands still but for what the replayer says: only the end of the wait comes. */
function until(_, { signal } = {}) {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

function imageAnswer(image) {
  if (!image) return new Response('', { status: 404 })
  return new Response(image.bytes, { headers: { 'Content-Type': image.type } })
}
