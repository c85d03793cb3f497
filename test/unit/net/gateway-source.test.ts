import { describe, expect, it } from 'vitest'
import { loopbackPolicy } from '../../../src/access/policy.ts'
import { createApp } from '../../../src/app.ts'
import type { CID } from '../../../src/codec/cid/cid.ts'
import { createNode } from '../../../src/node/create.ts'
import { OFFLINE_NODE } from '../../../src/node/offline-node.ts'
import { rawBlock } from '../../contracts/blocks.ts'
import { memoryPorts } from '../memory-ports.ts'

const GATEWAYS = ['https://first.example', 'https://second.example']

type Answer = (cid: string, request: Request) => Response | Promise<Response>

/** A node without peers whose owner names two gateways. */
async function nodeWith(first: Answer, second: Answer = () => absent()) {
  const asked: string[] = []
  const fetch = async (request: Request) => {
    const { host, pathname, search } = new URL(request.url)
    expect(search).toBe('?format=raw')
    asked.push(host)
    const cid = pathname.replace('/ipfs/', '')
    return host === 'first.example' ? first(cid, request) : second(cid, request)
  }
  const outbound = { fetching: { refusal: () => undefined, fetch } }
  const node = await createNode(memoryPorts({ outbound }), {
    ...{ parts: OFFLINE_NODE, repoPath: 'memory', system: 'memory/node' },
    blocks: { fetchGateways: GATEWAYS },
  })
  const app = createApp(node, loopbackPolicy())
  return {
    asked,
    node,
    get: (cid: CID, init = {}) => app.request(`http://127.0.0.1/ipfs/${cid}?format=raw`, init),
  }
}

const absent = () => new Response('no such block', { status: 404 })
const of = (bytes: Uint8Array<ArrayBuffer>) => () => new Response(bytes)

describe('a node whose owner names gateways', () => {
  it('fetches a missing block from the first that has it, verifies it and stores it', async () => {
    const { cid, bytes } = await rawBlock(Uint8Array.of(1, 2, 3))
    const { asked, node } = await nodeWith(absent, of(bytes.slice()))

    expect(await node.sessions.open().get(cid)).toEqual(bytes)
    expect(await node.blockstore.get(cid)).toEqual(bytes)
    expect(asked).toEqual(['first.example', 'second.example'])
  })

  it('asks one that sends other bytes no more in that call', async () => {
    const [one, other] = [await rawBlock(Uint8Array.of(4)), await rawBlock(Uint8Array.of(5))]
    const answers = new Map([one, other].map(({ cid, bytes }) => [cid.toString(), bytes.slice()]))
    const { asked, node } = await nodeWith(of(Uint8Array.of(6)), (cid) => new Response(answers.get(cid)))
    const session = node.sessions.open()

    expect(await session.get(one.cid)).toEqual(one.bytes)
    expect(await session.get(other.cid)).toEqual(other.bytes)
    expect(asked).toEqual(['first.example', 'second.example', 'second.example'])
  })

  it('lacks a block that no gateway has, or for which all of them fail', async () => {
    const { cid } = await rawBlock(Uint8Array.of(7))
    const { node } = await nodeWith(
      () => Promise.reject(new TypeError('no route')),
      () => new Response('', { status: 500 }),
    )

    await expect(node.sessions.open().get(cid)).rejects.toMatchObject({ code: 'not-found' })
  })

  it('asks for nothing in a call that is offline, and ends with the signal of its call', async () => {
    const { cid } = await rawBlock(Uint8Array.of(8))
    const gone = new AbortController()
    const { asked, node } = await nodeWith((_, request) => {
      const waiting = new Promise<Response>((_resolve, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason))
      })
      gone.abort(new Error('the caller has left'))
      return waiting
    })

    expect(await node.sessions.open({ offline: true }).get(cid)).toBeUndefined()
    expect(asked).toEqual([])
    await expect(node.sessions.open({ signal: gone.signal }).get(cid)).rejects.toThrow('the caller has left')
  })

  it('fetches for the clients of its gateway, but not for a node that asks on behalf of others', async () => {
    const { cid, bytes } = await rawBlock(Uint8Array.of(9))
    const { asked, get } = await nodeWith((_, { headers }) => {
      expect(headers.get('CDN-Loop')).toBe('tidepool')
      return new Response(bytes.slice())
    })

    expect((await get(cid, { headers: { 'CDN-Loop': 'cdn, tidepool; v=1' } })).status).toBe(404)
    expect(asked).toEqual([])
    expect(new Uint8Array(await (await get(cid)).arrayBuffer())).toEqual(bytes)
  })
})
