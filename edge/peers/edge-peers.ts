import { parseMultiaddr } from '../../src/codec/multiaddr.ts'
import { parsedUrl } from '../../src/http/request-url.ts'
import type { Network } from '../../src/net/network.ts'
import type { CoreNode } from '../../src/node/create.ts'
import type { Logger } from '../../src/ports/logger.ts'
import type { Transports } from '../../src/ports/transports.ts'
import type { Env } from '../env.ts'
import type { PublicNetwork } from '../outbound.ts'
import { defineBroadcastChannel } from './broadcast-channel.ts'
import { subprotocolHeaders } from './offered-token.ts'
import { authorizePeer, type RelayRightOptions } from './relay-right.ts'
import { shareTimeoutSignals } from './timeout-signals.ts'
import type { AcceptSocket, PeerRequest } from './web-socket-transport.ts'

export interface EdgePeersOptions {
  /** Addresses at which peers reach this node. Without one, only a node on loopback accepts peers. */
  readonly addresses: readonly string[]
  readonly stance: Env['ACCESS']
  /** Through it, unless the node is on loopback, public names are dialled. */
  readonly publicNetwork?: PublicNetwork | undefined
  readonly logger: Logger
}

/** Responds to a peer that connects. `undefined` for every other request. */
export type ServePeers = (request: Request) => Promise<Response> | Response | undefined

export interface EdgePeers {
  readonly transports: Transports
  serve(served: ServedPeers): ServePeers
}

interface ServedPeers extends Pick<RelayRightOptions, 'policy' | 'attempts'> {
  readonly node: Pick<CoreNode, 'lifecycle' | 'clock'> & { readonly network: Network }
}

/** More sockets than these are refused until the peer has started. */
const MAX_WAITING = 64

const FAILED = 1011

/**
 * The peers of a Durable Object, by WebSocket only: inbound ones come as requests to upgrade the path `/`, on the
 * port of the API.
 */
export function edgePeers({
  addresses: configured,
  stance,
  publicNetwork,
  logger,
}: EdgePeersOptions): EdgePeers {
  defineBroadcastChannel()
  shareTimeoutSignals()
  const isLoopback = stance === 'loopback'
  const addresses = configured.filter(isListenable)
  if (addresses.length < configured.length) {
    const left = configured.filter((address) => !isListenable(address))
    logger.log('warn', 'net', 'Peers do not reach this node at addresses without WebSocket', { left })
  }
  let listen = addresses
  let acceptSocket: AcceptSocket | undefined
  let waiting = 0

  const admit = async (socket: WebSocket, from: PeerRequest, network: Network) => {
    waiting += 1
    try {
      await network.peer()
      await acceptSocket?.(socket, from)
    } catch (error) {
      logger.log('warn', 'net', 'Cannot accept peer', { error })
      socket.accept()
      socket.close(FAILED)
    } finally {
      waiting -= 1
    }
  }

  const upgraded = (request: Request, { relayRight }: Pick<PeerRequest, 'relayRight'>, network: Network) => {
    const { 0: theirs, 1: ours } = new WebSocketPair()
    void admit(ours, { address: remoteAddress(request, stance), relayRight }, network)
    return new Response(null, { status: 101, webSocket: theirs, headers: subprotocolHeaders(request) })
  }

  /** A peer that an alarm has started did not know its address. */
  const learn = (address: string, { running }: Network) => {
    listen = [address]
    if (!running) return
    import('./web-socket-transport.ts')
      .then(({ listenOn }) => listenOn(running, address))
      .catch((error: unknown) => logger.log('warn', 'net', 'Cannot listen for peers', { error }))
  }

  return {
    transports: {
      dials: ['ws', 'wss'],
      addresses: () => listen,
      async load() {
        const [{ webSocketTransport }, { nativeCipher }] = await Promise.all([
          import('./web-socket-transport.ts'),
          import('./native-cipher.ts'),
        ])
        const { create, accept, relayRight } = webSocketTransport(isLoopback ? undefined : publicNetwork)
        acceptSocket = accept
        const cipher = await nativeCipher()
        return { transports: [create], listen, announce: addresses, relayRight, cipher }
      },
    },
    serve:
      ({ node, policy, attempts }) =>
      (request) => {
        const isListening = listen.length > 0
        if (isListening && request.method !== 'GET') return undefined
        const url = parsedUrl(request)
        // With a malformed Host: the app refuses it.
        if (!url) return undefined
        if (isLoopback && !isListening && policy.isOwnHost(url)) {
          learn(loopbackAddress(url), node.network)
        }
        if (request.headers.get('Upgrade')?.toLowerCase() !== 'websocket' || url.pathname !== '/')
          return undefined
        if (node.lifecycle.isDown() || listen.length === 0 || waiting >= MAX_WAITING) return refused(503)
        if (!policy.isOwnHost(url)) return refused(403)
        if (isLoopback) {
          // Any page could otherwise connect from the browser of this node's owner.
          const origin = request.headers.get('Origin')
          if (origin !== null && !policy.allowedOrigins(request).includes(origin)) return refused(403)
          return upgraded(request, { relayRight: () => undefined }, node.network)
        }
        return authorizePeer(request, { policy, attempts, clock: node.clock }).then((result) =>
          'status' in result ? refused(result.status, result) : upgraded(request, result, node.network),
        )
      },
  }
}

const REFUSALS = {
  403: 'This page, or this token, may not connect',
  429: 'Too many failed attempts',
  503: 'This node accepts no peers now',
}

function refused(status: keyof typeof REFUSALS, { waitSeconds }: { waitSeconds?: number } = {}): Response {
  const headers = new Headers({ 'Content-Type': 'text/plain; charset=utf-8' })
  if (waitSeconds !== undefined) headers.set('Retry-After', String(waitSeconds))
  return new Response(`${REFUSALS[status]}\n`, { status, headers })
}

/** False for the addresses of the profiles `test` and `randomports`, with which the peer would not start. */
function isListenable(address: string): boolean {
  return parseMultiaddr(address).some(({ protocol }) => ['ws', 'wss', 'p2p-circuit'].includes(protocol))
}

/** The address of the API on this machine, as a request has used it. */
function loopbackAddress({ hostname, port }: URL): string {
  const host = hostname === '[::1]' ? 'ip6/::1' : 'ip4/127.0.0.1'
  return `/${host}/tcp/${port === '' ? 80 : port}/ws`
}

/** The platform sends the address of a client, and never its port. */
function remoteAddress({ headers }: Request, stance: Env['ACCESS']): string {
  const named = stance === 'closed' ? headers.get('CF-Connecting-IP') : null
  const address = named ?? (stance === 'loopback' ? '127.0.0.1' : '0.0.0.0')
  return `/${address.includes(':') ? 'ip6' : 'ip4'}/${address}/tcp/0/ws`
}
