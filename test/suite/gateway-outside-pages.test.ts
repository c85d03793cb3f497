import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '#host'
import table from '../fixtures/gateway/expectations.json' with { type: 'json' }
import { storeCar } from '../requests/gateway-cars.ts'
import { caseFailures, type GatewayCase, REDIRECT_CASES } from '../requests/gateway-case.ts'
import { directory, rawFile, type StoredTree, storeBlocks } from '../requests/stored-tree.ts'

let script: StoredTree
let nested: StoredTree

beforeAll(async () => {
  script = await rawFile('self.onfetch = () => {}')
  nested = await directory({ a: await directory({ 'sw.js': script }) })
  await storeBlocks(send, nested.blocks)
  await storeCar(send, 'gateway/cars/dir-listing.car')
})

describe('GET /ipfs/<cid>/a of a directory', () => {
  it('sends a path without its trailing slash to the one with it', async () => {
    const response = await send(`/cas/${nested.cid}/a?x=1&y=%22`, { redirect: 'manual' })

    expect(response.status).toBe(301)
    expect(response.headers.get('Location')).toBe(`/cas/${nested.cid}/a/?x=1&y=%22`)
  })

  const rows = (table.cases as readonly GatewayCase[]).filter(({ id }) => REDIRECT_CASES.includes(id))
  it.each(rows)('meets $id: $name', async (row) => {
    expect(await caseFailures(send, row)).toEqual([])
  })
})

describe('GET /ipfs/… with a content path below it', () => {
  const CID = 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'

  it.each([
    [`/ipfs/ipfs/${CID}`, `/ipfs/${CID}`],
    [`/ipfs/ipfs/${CID}/`, `/ipfs/${CID}/`],
    [`/ipfs/ipfs/${CID}/a%3Fb/c?format=raw`, `/ipfs/${CID}/a%3Fb/c?format=raw`],
    ['/ipfs/ipns/example.org/a', '/ipns/example.org/a'],
  ])('redirects %s to the path itself', async (path, location) => {
    const response = await send(path, { redirect: 'manual' })

    expect([response.status, response.headers.get('Location')]).toEqual([301, location])
  })
})

describe('GET /ipfs/<cid> as a service worker', () => {
  it('answers 403: stored content never becomes one', async () => {
    const path = `/ipfs/${nested.cid}/a/sw.js`
    const response = await send(path, { headers: { 'Service-Worker': 'script' } })
    const plain = await send(path)

    expect(response.status).toBe(403)
    expect(plain.status).toBe(200)
  })
})
