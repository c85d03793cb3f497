import { describe, expect, it } from 'vitest'
import { loopbackPolicy } from '../../../src/access/policy.ts'
import { createApp } from '../../../src/app.ts'
import { QUERY_EXAMPLES, SEGMENT_EXAMPLES } from '../../../src/ledger/rest/query-examples.ts'
import { QUERIES } from '../../../src/ledger/rest/query-routes.ts'
import { memoryNode } from '../memory-ports.ts'
import { creation, ROLLAPP, update } from './ledger-of.ts'

/** The ledger of the examples. */
async function exampleApp() {
  const node = await memoryNode()
  await node.ledger.create(creation())
  await node.ledger.advance({ to: 1n })
  await node.ledger.submit(update(1n, 1n, { DAPath: 'client.1' }))
  await node.ledger.advance({ to: 2n })
  await node.ledger.submit(update(2n, 1n, { DAPath: 'client.2' }))
  await node.ledger.advance({ to: 4n })
  return createApp(node, loopbackPolicy())
}

const app = await exampleApp()

describe('the examples of the ledger’s queries', () => {
  it.each(QUERIES.map((route) => [route.id, route] as const))('%s answers so', async (id, route) => {
    const path = [route.name, ...route.segments.map((name) => SEGMENT_EXAMPLES[name])].join('/')
    const query = route.query?.includes('rollappId') ? `?rollappId=${ROLLAPP}` : ''

    const response = await app.request(`http://127.0.0.1/a/b/rollapp/${path}${query}`)

    expect(response.status).toBe(200)
    const answer = await response.json()
    // The rollapp of the calendar is named for the key of the node, which is another each time.
    const rollappId = { rollappId: expect.stringMatching(/^calendar_\d+-1$/) }
    const example = QUERY_EXAMPLES[id]
    expect(id === 'head' ? { ...(example as object), ...rollappId } : example).toEqual(answer)
  })
})
