import { request } from 'node:http'
import { circuitRelayTransport } from '@libp2p/circuit-relay-v2'
import { generateKeyPair } from '@libp2p/crypto/keys'
import { identify } from '@libp2p/identify'
import { noise } from '@libp2p/noise'
import { peerIdFromPrivateKey } from '@libp2p/peer-id'
import { ping } from '@libp2p/ping'
import { webSockets } from '@libp2p/websockets'
import { yamux } from '@libp2p/yamux'
import { multiaddr } from '@multiformats/multiaddr'
import { createLibp2p, type Libp2p, type Libp2pOptions } from 'libp2p'
import { Miniflare, type WorkerOptions } from 'miniflare'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { nodeUrl, workerOptions } from '../../edge/local/worker-options.ts'
import { networkSettings } from '../../edge/peers/network-settings.ts'
import { webCryptoRandom } from '../../edge/web-crypto-random.ts'
import { type Authorization, formatAuthorizations } from '../../src/access/authorizations.ts'
import { makeToken } from '../../src/access/tokens.ts'
import { loadSection } from '../../src/config/read-config.ts'
import { nodeSections } from '../../src/config/schema.ts'
import { tokenSockets } from '../../web/host/network/token-sockets.ts'

const random = webCryptoRandom()

let runtime: Miniflare
let url: URL

beforeAll(async () => {
  // The runtime cannot listen at the address of the profile `test`, and is reached at its API all the same.
  const options = await workerOptions({ port: 0, variables: { SWARM_ADDRESSES: '/ip4/127.0.0.1/tcp/0' } })
  runtime = new Miniflare(options)
  url = await nodeUrl(runtime, options)
})
afterAll(() => runtime.dispose())

async function call(command: string): Promise<Record<string, unknown>> {
  const response = await fetch(new URL(`/api/v0/${command}`, url), { method: 'POST' })
  return response.json() as Promise<Record<string, unknown>>
}

/** A peer of this process, which listens for WebSockets. */
async function foreignPeer(
  listen: readonly string[] = ['/ip4/127.0.0.1/tcp/0/ws'],
  options: Pick<Libp2pOptions, 'privateKey' | 'transports'> = {},
  atEnd: typeof onTestFinished | typeof afterAll = onTestFinished,
) {
  const peer = await createLibp2p({
    addresses: { listen: [...listen] },
    transports: [webSockets(), circuitRelayTransport()],
    ...options,
    connectionEncrypters: [noise()],
    streamMuxers: [yamux()],
    connectionGater: { denyDialMultiaddr: () => false },
    services: { identify: identify(), ping: ping() },
  })
  atEnd(() => peer.stop())
  return peer
}

/** The status with which an upgrade is answered. */
function upgradeStatus(target: URL, headers: Record<string, string> = {}): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  const asked = request(target, {
    headers: {
      ...{ Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' },
      ...{ 'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==', ...headers },
    },
  })
  asked.on('response', (response) => resolve(response.resume().statusCode))
  asked.on('upgrade', ({ statusCode }, socket) => {
    socket.destroy()
    resolve(statusCode)
  })
  asked.on('error', reject).end()
  return promise
}

describe('a node at the edge', () => {
  it('accepts peers by WebSocket on the port of its API', async () => {
    const peer = await foreignPeer()
    const { ID } = await call('id')

    await peer.dial(multiaddr(`/ip4/127.0.0.1/tcp/${url.port}/ws/p2p/${ID}`))

    expect(
      await peer.services.ping.ping(peer.getPeers()[0] ?? expect.fail('no peer')),
    ).toBeGreaterThanOrEqual(0)
    expect(await call('swarm/peers?direction=true')).toMatchObject({
      Peers: [{ Peer: peer.peerId.toString(), Direction: 1 }],
    })
    expect((await call('id'))['Addresses']).toEqual([`/ip4/127.0.0.1/tcp/${url.port}/ws/p2p/${ID}`])
  })

  it('connects to peers by WebSocket', async () => {
    const peer = await foreignPeer()
    const [address] = peer.getMultiaddrs()

    expect(await call(`swarm/connect?arg=${address}`)).toEqual({
      Strings: [`connect ${peer.peerId} success`],
    })

    expect(peer.getConnections().map(({ direction }) => direction)).toEqual(['inbound'])
  })

  it('closes its connections and answers nothing more when it is shut down', async () => {
    const options = await workerOptions({ port: 0 })
    const ending = new Miniflare(options)
    onTestFinished(() => ending.dispose())
    const own = await nodeUrl(ending, options)
    const post = (command: string) => fetch(new URL(`/api/v0/${command}`, own), { method: 'POST' })
    const peer = await foreignPeer()
    const { ID } = (await (await post('id')).json()) as { readonly ID: string }
    const connection = await peer.dial(multiaddr(`/ip4/127.0.0.1/tcp/${own.port}/ws/p2p/${ID}`))
    const closed = new Promise((resolve) => connection.addEventListener('close', resolve, { once: true }))

    expect((await post('shutdown')).status).toBe(200)

    await closed
    expect((await post('version')).status).toBe(503)
    expect(await upgradeStatus(own)).toBe(503)
  })

  it('relays between peers that cannot dial each other', async () => {
    const { ID } = await call('id')
    const relayed = `/ip4/127.0.0.1/tcp/${url.port}/ws/p2p/${ID}/p2p-circuit`
    const hidden = await foreignPeer([relayed])
    const other = await foreignPeer()

    const connection = await other.dial(multiaddr(`${relayed}/p2p/${hidden.peerId}`))

    expect(connection.limits?.bytes).toBeLessThanOrEqual(1024n * 1024n)
    expect(await other.services.ping.ping(hidden.peerId)).toBeGreaterThanOrEqual(0)
  })

  it('refuses pages of other origins, but not its own', async () => {
    expect(await upgradeStatus(url, { Origin: 'https://page.example' })).toBe(403)
    expect(await upgradeStatus(url, { Origin: url.origin })).toBe(101)
  })

  it('refuses peers by another name than those of this machine', async () => {
    expect(await upgradeStatus(url, { Host: 'rebound.example' })).toBe(403)
  })

  it('accepts no peers on a deployment without an address for them', async () => {
    expect(await upgradeStatus(await deployed())).toBe(503)
  })

  it.each([
    ['loopback', undefined, { isPublicOnly: false, isRelay: true }],
    ['closed', undefined, { isPublicOnly: true, isRelay: false, relayPeers: [] }],
    ['exposed', undefined, { isPublicOnly: true, isRelay: false, relayPeers: [] }],
    ['closed', true, { isPublicOnly: true, isRelay: true, relayPeers: [] }],
  ] as const)('is a relay on %s, where its owner says %s: %j', (stance, isRelay, settings) => {
    const section = { ...loadSection(nodeSections.network, {}), isRelay }

    const { isPublicOnly, isRelay: relays, relayPeers } = networkSettings(stance, section)
    expect({ isPublicOnly, isRelay: relays, relayPeers }).toEqual(settings)
  })
})

describe('the relay of a deployment', () => {
  const NAMED = generateKeyPair('Ed25519')
  let deployment: URL
  let relayed: string
  const tokens: Record<string, string> = {}

  beforeAll(async () => {
    const authorizations = new Map<string, Authorization>()
    const make = async (name: string, path: string, expiresAtMs?: number) => {
      const allowedPaths = [path]
      const { token, authorization } = await makeToken({ random, name, allowedPaths, expiresAtMs })
      authorizations.set(name, authorization)
      tokens[name] = token
    }
    await make('relay', '/relay')
    await make('ended', '/relay', 1)
    await make('owner', '/api/v0')
    await make('pins', '/pins')
    await make('revoked', '/relay')
    authorizations.delete('revoked')
    deployment = await deployed(
      {
        SWARM_ADDRESSES: '/dns4/node.example.org/tcp/443/tls/ws',
        RELAY_SERVICE_ENABLED: 'true',
        RELAY_PEERS: peerIdFromPrivateKey(await NAMED).toString(),
        API_AUTHORIZATIONS: formatAuthorizations(authorizations),
      },
      afterAll,
    )
    const address = `/ip4/127.0.0.1/tcp/${deployment.port}/ws`
    const stranger = await foreignPeer([], {}, afterAll)
    const { remotePeer } = await stranger.dial(multiaddr(address))
    relayed = `${address}/p2p/${remotePeer}/p2p-circuit`
  })

  const addressesOf = (peer: Libp2p) => peer.getMultiaddrs().map(String)

  it('gives an address to a peer that its owner names', async () => {
    const named = await foreignPeer([relayed], { privateKey: await NAMED })

    expect(addressesOf(named)).toContain(`${relayed}/p2p/${named.peerId}`)
  })

  it('gives none to a peer without a token', async () => {
    await expect(foreignPeer([relayed])).rejects.toThrow('failed to be listened on')
  })

  it('gives one to a peer that connects with a token for the relay, as a tab does', async () => {
    const sockets = tokenSockets({ [deployment.host]: tokens['relay'] ?? '' })
    const holder = await foreignPeer([relayed], { transports: [sockets, circuitRelayTransport()] })

    expect(addressesOf(holder)).toContain(`${relayed}/p2p/${holder.peerId}`)
  })

  it.each([
    ['relay', 101],
    ['ended', 403],
    ['owner', 403],
    ['pins', 403],
    ['revoked', 403],
  ])('answers a peer that shows the token "%s" with %i', async (name, status) => {
    const Authorization = `Bearer ${tokens[name]}`
    const offered = { 'Sec-WebSocket-Protocol': `libp2p, bearer.${tokens[name]}` }

    expect(await upgradeStatus(deployment, { Authorization })).toBe(status)
    expect(await upgradeStatus(deployment, { Origin: 'https://app.example.org', ...offered })).toBe(status)
  })

  it('accepts pages of other origins without a token as peers', async () => {
    expect(await upgradeStatus(deployment, { Origin: 'https://app.example.org' })).toBe(101)
  })
})

describe('a peer by the name of its host', () => {
  it('is dialled through the network of public addresses, unless the name is a local one that a caller may use', async () => {
    const { token, authorization } = await makeToken({
      random,
      name: 'owner',
      allowedPaths: ['/api/v0'],
      expiresAtMs: undefined,
    })
    const asked: string[] = []
    const PUBLIC_NETWORK = (request: Request) => {
      asked.push(`${request.headers.get('Upgrade')} ${request.url}`)
      return new Response(null, { status: 404 })
    }
    const node = await deployed(
      {
        SWARM_ADDRESSES: '/dns4/node.example.org/tcp/443/tls/ws',
        API_AUTHORIZATIONS: formatAuthorizations(new Map([['owner', authorization]])),
      },
      onTestFinished,
      { PUBLIC_NETWORK } as WorkerOptions['serviceBindings'],
    )
    const peer = await foreignPeer()
    const [listening = ''] = peer.getMultiaddrs().map(String)
    const connect = async (address: string) => {
      const path = `/api/v0/swarm/connect?arg=${address}/p2p/${peer.peerId}`
      const headers = { Authorization: `Bearer ${token}` }
      return (await fetch(new URL(path, node), { method: 'POST', headers })).text()
    }

    const byPublicName = await connect('/dns4/peer.example.org/tcp/8443/tls/ws')
    const byLocalName = await connect(`/dns4/localhost/tcp/${/\/tcp\/(\d+)/.exec(listening)?.[1]}/ws`)

    expect(byPublicName).toContain('all dials failed')
    expect(byLocalName).toContain('success')
    expect(asked).toEqual(['websocket https://peer.example.org:8443/'])
  })
})

/** The address of a node with the rules of a deployment and these variables, which ends with the test. */
async function deployed(
  variables: Readonly<Record<string, string>> = {},
  atEnd: typeof onTestFinished | typeof afterAll = onTestFinished,
  serviceBindings: WorkerOptions['serviceBindings'] = {},
): Promise<URL> {
  const options = await workerOptions({ port: 0 })
  const bindings = { ...options['bindings'], ACCESS: 'closed', ...variables }
  const deployment = new Miniflare({ ...options, bindings, serviceBindings, unsafeDirectSockets: [] })
  atEnd(() => deployment.dispose())
  return deployment.ready
}
