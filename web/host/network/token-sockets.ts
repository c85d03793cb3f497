import type { Transport } from '@libp2p/interface'
import { webSockets } from '@libp2p/websockets'
import type { Multiaddr } from '@multiformats/multiaddr'
import { webSocketUrl } from '../../../src/net/web-socket-url.ts'
import { untilAborted } from '../../../src/streams/until-aborted.ts'

/** Tokens for the relays of other nodes, by their host, such as `node.example.org` or `node.example.org:8443`. */
export type RelayTokens = Readonly<Record<string, string>>

type Components = Parameters<ReturnType<typeof webSockets>>[0]

type Connect = (address: Multiaddr, options: { readonly signal: AbortSignal }) => Promise<WebSocket>

/** WebSockets that show a token to the nodes for which there is one, when they connect. */
export function tokenSockets(tokens: RelayTokens): (components: Components) => Transport {
  return (components) => {
    // The package opens each socket in this method, and has no option for subprotocols.
    const transport = webSockets()(components) as Transport & { _connect: Connect }
    const connect = transport._connect.bind(transport)
    transport._connect = async (address, options) => {
      const url = webSocketUrl(address)
      const token = url && tokens[url.host]
      return url && token ? openSocket(url, token, options) : connect(address, options)
    }
    return transport
  }
}

async function openSocket(
  url: URL,
  token: string,
  options: { readonly signal: AbortSignal },
): Promise<WebSocket> {
  const target = new URL(url)
  target.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  const socket = new WebSocket(target, ['libp2p', `bearer.${token}`])
  socket.binaryType = 'arraybuffer'
  const opened = new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true })
    socket.addEventListener('error', () => reject(new Error(`Cannot connect to ${url.host} with a token`)), {
      once: true,
    })
  })
  try {
    await untilAborted(opened, options)
    return socket
  } catch (error) {
    socket.close()
    throw error
  }
}
