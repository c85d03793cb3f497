import { expect, it } from 'vitest'
import { parsePeerId } from '../../../../src/codec/cid/peer-id.ts'
import { routingRoutes } from '../../../../src/services/routing/routes.ts'
import { handClock } from '../../hand-clock.ts'
import { memoryNode } from '../../memory-ports.ts'

const SEARCHES = 32
const PATH = '/providers/bafkreifzjut3te7nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e'
const LINES = { headers: { Accept: 'application/x-ndjson' } }

/** The service of a node that knows two providers of everything, and how many searches are under way. */
async function openService() {
  const clock = handClock()
  const node = await memoryNode({ clock })
  let searches = 0
  node.routing.add({
    name: 'peers',
    kind: 'peers',
    async *findProviders() {
      searches += 1
      try {
        for (const id of [
          'QmaCpDMGvV2BGHeYERUEnRQAwe3N8SzbUtfsmvsqQLuvuJ',
          'QmQP7SxiKUhkD2HsXBBNMLMSHqXSjAKaBtP4mzgSSaTCGk',
        ]) {
          yield { peerId: parsePeerId(id), addresses: ['/ip4/203.0.113.1/tcp/4001/ws'] }
        }
      } finally {
        searches -= 1
      }
    },
  })
  const app = routingRoutes(node, { isOpen: true })
  return { clock, ask: async (init: RequestInit = {}) => app.request(PATH, init), searches: () => searches }
}

it('a HEAD request starts no search', async () => {
  const { ask, searches } = await openService()

  const heads = await Promise.all(
    Array.from({ length: SEARCHES + 1 }, () => ask({ ...LINES, method: 'HEAD' })),
  )

  expect(new Set(heads.map(({ status }) => status))).toEqual(new Set([405]))
  expect(searches()).toBe(0)
  expect((await ask()).status).toBe(200)
})

it('a search whose lines nobody reads is ended within a minute, so that others get its place', async () => {
  const { clock, ask, searches } = await openService()
  const unread = await Promise.all(Array.from({ length: SEARCHES }, () => ask(LINES)))
  const waiting = ask()
  expect(searches()).toBe(SEARCHES)

  await clock.move(60_000)

  expect((await (await waiting).json()).Providers).toHaveLength(2)
  expect(await unread[0]?.text()).toMatch(/^{.*}\n$/)
})
