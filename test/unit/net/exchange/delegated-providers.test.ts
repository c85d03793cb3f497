import { generateKeyPair } from '@libp2p/crypto/keys'
import { peerIdFromPrivateKey } from '@libp2p/peer-id'
import { expect, it } from 'vitest'
import { parsePeerId } from '../../../../src/codec/cid/peer-id.ts'
import { filterPeer, readFilters } from '../../../../src/services/routing/filters.ts'
import { peerNode } from '../memory-peers.ts'
import { PRIVATE_ADDRESS, privateNetwork } from '../private-network.ts'
import { add, bytesOf, content } from './node-content.ts'

it('a read starts the peer when a delegated router knows who has the block', async () => {
  const provider = await peerNode()
  const cid = await add(provider, content(1_000, 1))
  const asked: string[] = []
  const fetch = async ({ url }: Request) => {
    asked.push(new URL(url).pathname)
    const isKnown = url.includes(cid)
    const [address = ''] = provider.address.split('/p2p/')
    const known = { Schema: 'peer', ID: provider.peerId, Addrs: [address], Protocols: ['transport-bitswap'] }
    return Response.json({ Providers: isKnown ? [known] : [] })
  }
  const outbound = { routing: { refusal: () => undefined, fetch } }
  const reader = await peerNode({ outbound }, { routing: { delegatedRouters: ['https://router.example'] } })
  const { network } = await reader.use(['network'])
  await network.stop()

  const unknown = await add(await peerNode(), content(1_000, 2))
  await expect(reader.call(`block/get?arg=${unknown}`)).rejects.toThrow('could not find')
  expect(network.running).toBeUndefined()

  expect(await bytesOf(reader, `cat?arg=${cid}`)).toEqual(content(1_000, 1))
  expect(network.running?.libp2p.getPeers().map(String)).toEqual([provider.peerId])
  expect(asked).toEqual([`/routing/v1/providers/${unknown}`, `/routing/v1/providers/${cid}`])
})

it('a node that dials public addresses only dials a private one that its owner names, and none of a router', async () => {
  const provider = await peerNode()
  const cid = await add(provider, content(1_000, 3))
  const { transports, dialled } = privateNetwork(provider)
  const fetch = async () => Response.json({ Providers: [record] })
  const record = {
    Schema: 'peer',
    ID: provider.peerId,
    Addrs: [PRIVATE_ADDRESS],
    Protocols: ['transport-bitswap'],
  }
  const outbound = { routing: { refusal: () => undefined, fetch } }
  const reader = await peerNode(
    { outbound, transports },
    { network: { isPublicOnly: true }, routing: { delegatedRouters: ['https://router.example'] } },
  )

  await expect(reader.call(`block/get?arg=${cid}`)).rejects.toThrow('could not find')
  expect(dialled).toEqual([])

  await reader.call(`swarm/connect?arg=${PRIVATE_ADDRESS}/p2p/${provider.peerId}`)
  expect(await bytesOf(reader, `cat?arg=${cid}`)).toEqual(content(1_000, 3))
  expect(dialled).toHaveLength(1)
})

it('a read reaches a provider behind peers, and by an address behind others, that this host cannot dial', async () => {
  const provider = await peerNode()
  const cid = await add(provider, content(1_000, 4))
  const Addrs = [...Array(9).keys()].map((at) => `/ip4/127.0.0.1/tcp/${4001 + at}`)
  const strangers = await Promise.all([...Array(11).keys()].map(() => generateKeyPair('Ed25519')))
  const records = [
    ...strangers.map((key) => ({ ID: `${peerIdFromPrivateKey(key)}`, Addrs })),
    { ID: provider.peerId, Addrs: [...Addrs, provider.address] },
  ]
  const Providers = records.map((record) => ({ Schema: 'peer', Protocols: ['transport-bitswap'], ...record }))
  const outbound = {
    routing: { refusal: () => undefined, fetch: async () => Response.json({ Providers }) },
  }
  const reader = await peerNode({ outbound }, { routing: { delegatedRouters: ['https://router.example'] } })

  expect(await bytesOf(reader, `cat?arg=${cid}`)).toEqual(content(1_000, 4))
})

it.each([
  ['at once', true],
  ['after its addresses were asked for', false],
])(
  'a read asks a router for addresses that this host dials, and reaches the provider %s',
  async (_, isKnown) => {
    const provider = await peerNode()
    const cid = await add(provider, content(1_000, 5))
    const all = ['/ip4/127.0.0.1/udp/4001/quic-v1', provider.address]
    const asked: string[] = []
    const fetch = async ({ url }: Request) => {
      const { pathname, search, searchParams } = new URL(url)
      asked.push(searchParams.get('filter-addrs') ?? search)
      const addresses = isKnown || pathname.includes('/peers/') ? all : []
      const found = filterPeer({ peerId: parsePeerId(provider.peerId), addresses }, readFilters(new URL(url)))
      return Response.json({
        Peers: found ? [{ Schema: 'peer', ID: provider.peerId, Addrs: found.addresses }] : [],
      })
    }
    const outbound = { routing: { refusal: () => undefined, fetch } }
    const reader = await peerNode({ outbound }, { routing: { delegatedRouters: ['https://router.example'] } })

    expect(await bytesOf(reader, `cat?arg=${cid}`)).toEqual(content(1_000, 5))
    expect(asked).toEqual(Array(isKnown ? 1 : 2).fill('unknown,dnsaddr,memory'))
    const listed = await reader.call(`routing/findpeer?arg=${provider.peerId}`)
    expect(listed).toContain('quic-v1')
  },
)
