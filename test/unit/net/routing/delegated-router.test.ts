import { describe, expect, it } from 'vitest'
import { parseCid } from '../../../../src/codec/cid/cid.ts'
import { formatPeerId, parsePeerId } from '../../../../src/codec/cid/peer-id.ts'
import { delegatedRouter } from '../../../../src/net/routing/delegated/delegated-router.ts'
import type { RoutedPeer } from '../../../../src/net/routing/routing.ts'
import { memoryPorts } from '../../memory-ports.ts'
import { collect } from './collect.ts'

const CID = parseCid('bafkreifzjut3te7nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e')
const NAME = '12D3KooWD3eckifWpRn9wQpMG9R9hX3sD158z7EqHWmweQAJU5SA'
const NAME_BASE36 = 'k51qzi5uqu5dhdmyb9bd18pypu2wp5lpv2xnskfmrqa4lb5knqryrotb05e7or'
const NDJSON = 'application/x-ndjson'

interface Asked {
  readonly url: string
  readonly method: string
  readonly accept: string | null
  readonly body: Uint8Array
}

/** A router that answers every request like this, and what it was asked. */
function answering(answer: () => Response, tasks: 'find' | 'publish' = 'find') {
  const asked: Asked[] = []
  const outbound = {
    refusal: ({ host }: URL) => (host === 'router.example' ? undefined : 'it is not named'),
    fetch: async (request: Request) => {
      const body = new Uint8Array(await request.arrayBuffer())
      asked.push({ url: request.url, method: request.method, accept: request.headers.get('Accept'), body })
      return answer()
    },
  }
  const options = { tasks, outbound, clock: memoryPorts().clock, dials: ['ws', 'wss'] }
  return { asked, router: delegatedRouter({ address: 'https://router.example/', ...options }), options }
}

const found = async (answer: () => Response): Promise<readonly RoutedPeer[]> =>
  collect(answering(answer).router.findProviders?.(CID, {}))

const typed = (body: string, type: string) => () => new Response(body, { headers: { 'Content-Type': type } })

describe('a delegated router', () => {
  it('is asked for providers with the filter that includes peers of a DHT', async () => {
    const { router, asked } = answering(typed('', NDJSON))
    await collect(router.findProviders?.(CID, {}))

    expect(asked[0]).toMatchObject({
      url: `https://router.example/routing/v1/providers/${CID}?filter-protocols=unknown,transport-bitswap`,
      accept: expect.stringContaining(NDJSON),
    })
  })

  it.each([
    [true, '&filter-addrs=unknown,dnsaddr,ws,wss'],
    [false, ''],
  ])(
    'is asked for addresses that this host dials, if they are for dialling: %s',
    async (isForDialling, filter) => {
      const { router, asked } = answering(typed('', NDJSON))
      await collect(router.findProviders?.(CID, { isForDialling }))
      await collect(router.findPeer?.(parsePeerId(NAME), { isForDialling }))

      const base = 'https://router.example/routing/v1'
      const parameters = `?filter-protocols=unknown,transport-bitswap${filter}`
      expect(asked.map(({ url }) => url)).toEqual([
        `${base}/providers/${CID}${parameters}`,
        `${base}/peers/${NAME_BASE36}${parameters}`,
      ])
    },
  )

  it.each([
    ['lines', NDJSON, (records: readonly string[]) => records.join('\n')],
    ['one list', 'application/json', (records: readonly string[]) => `{"Providers":[${records.join()}]}`],
    [
      'one list of peers',
      'application/json',
      (records: readonly string[]) => `{"Peers":[${records.join()}]}`,
    ],
  ])('answers with records as %s', async (_, type, format) => {
    const records = [
      `{"Schema":"peer","ID":"${NAME_BASE36}","Addrs":["/ip4/192.0.2.1/tcp/1","x",1],"Protocols":["transport-bitswap"]}`,
      `{"Schema":"bitswap","Protocol":"transport-bitswap","ID":"${NAME}"}`,
      `{"Schema":"unknown","ID":"${NAME}"}`,
      '{"Schema":"peer","ID":"nobody"}',
      '{"Schema":"peer"}',
      'null',
      '[[]]',
    ]
    const peers = await found(typed(format(records), type))

    expect(peers.map(({ peerId, ...rest }) => ({ id: formatPeerId(peerId), ...rest }))).toEqual([
      { id: NAME, addresses: ['/ip4/192.0.2.1/tcp/1'], protocols: ['transport-bitswap'] },
      { id: NAME, addresses: [], protocols: ['transport-bitswap'] },
    ])
  })

  it('has nothing where it answers 404, or anything but records', async () => {
    expect(await found(() => new Response(null, { status: 404 }))).toEqual([])
    expect(await found(typed('<html>', 'text/html'))).toEqual([])
    expect(await found(typed('{\n"a"', NDJSON))).toEqual([])
  })

  it('fails where it answers with an error, and is not asked at a host that is not permitted', async () => {
    await expect(found(() => new Response(null, { status: 500 }))).rejects.toThrow('it answers 500')
    const { options } = answering(typed('', NDJSON))
    const other = delegatedRouter({ address: 'https://other.example', ...options })

    await expect(collect(other.findProviders?.(CID, {}))).rejects.toThrow('it is not named')
  })

  it('is not read beyond 1 MiB, and is told to stop', async () => {
    const counted = { chunks: 0, isCancelled: false }
    const endless = () =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          counted.chunks += 1
          controller.enqueue(new Uint8Array(64 * 1024).fill(0x61))
        },
        cancel() {
          counted.isCancelled = true
        },
      })
    const answer = () => new Response(endless(), { headers: { 'Content-Type': NDJSON } })

    await expect(found(answer)).rejects.toMatchObject({ code: 'too-large' })
    expect(counted.isCancelled).toBe(true)
    expect(counted.chunks).toBeLessThan(20)
  })

  it('keeps no more than 32 addresses of a peer', async () => {
    const addresses = JSON.stringify(Array.from({ length: 100 }, () => '/ip4/192.0.2.1/tcp/1'))
    const [peer] = await found(typed(`{"Schema":"peer","ID":"${NAME}","Addrs":${addresses}}`, NDJSON))

    expect(peer?.addresses).toHaveLength(32)
  })
})

describe('the record of a name', () => {
  const RECORD_TYPE = 'application/vnd.ipfs.ipns-record'
  const name = parsePeerId(NAME)

  it.each([
    ['a record', () => new Response('record', { headers: { 'Content-Type': RECORD_TYPE } }), ['record']],
    ['a text, which says that there is none', typed('routing: not found', 'text/plain'), []],
    ['404', () => new Response(null, { status: 404 }), []],
  ])('is asked for by its name in base 36: %s', async (_, answer, expected) => {
    const { router, asked } = answering(answer)
    const records = await collect(router.get?.(name, {}))

    expect(records.map((bytes) => new TextDecoder().decode(bytes))).toEqual(expected)
    expect(asked[0]).toMatchObject({
      url: `https://router.example/routing/v1/ipns/${NAME_BASE36}`,
      accept: RECORD_TYPE,
    })
  })

  it('is put to a publisher', async () => {
    const { router, asked } = answering(() => new Response(null), 'publish')
    await router.put?.(name, Uint8Array.of(1, 2), {})

    expect(router.findProviders).toBeUndefined()
    expect(asked).toEqual([
      expect.objectContaining({
        url: `https://router.example/routing/v1/ipns/${NAME_BASE36}`,
        method: 'PUT',
        body: Uint8Array.of(1, 2),
      }),
    ])
  })

  it('is not stored where the publisher refuses it', async () => {
    const { router } = answering(() => new Response('no', { status: 400 }), 'publish')

    await expect(router.put?.(name, Uint8Array.of(1), {})).rejects.toThrow('it answers 400')
  })
})
