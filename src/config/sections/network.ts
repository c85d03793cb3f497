import * as z from 'zod/mini'
import { formatMultiaddr, parseMultiaddr } from '../../codec/multiaddr.ts'
import { isDomainError } from '../../errors.ts'
import { endpoints, flag, type Section, setting } from '../setting.ts'

/** A list of multiaddrs such as `/dns4/node.example.org/tcp/443/tls/ws`, with commas between them. */
const multiaddrs: z.ZodMiniType<readonly string[], string> = z.pipe(
  z.string().check((payload) => {
    for (const address of listed(payload.value)) {
      const message = faultOf(address)
      if (message !== undefined) payload.issues.push({ code: 'custom', input: address, message })
    }
  }),
  z.transform((text) => listed(text).map((address) => formatMultiaddr(parseMultiaddr(address)))),
)

/** Peers of this node: where it listens, whom it dials, what it permits them. */
export const networkSection = {
  // A default could accept peers where the invalid text was to refuse them.
  onFault: 'unset-section',
  logScope: 'net',
  settings: {
    addresses: setting({
      name: 'Addresses.Swarm',
      variable: 'SWARM_ADDRESSES',
      type: multiaddrs,
      default: [],
      shown: '',
      form: 'list',
      needsRestart: true,
      about:
        "addresses at which peers reach this node by WebSocket, such as `/dns4/node.example.org/tcp/443/tls/ws`, with commas between them; a deployment accepts [peers](#peers) only if it has one, `npm start` on loopback always, at the API's own address",
    }),
    isForwardingEnabled: setting({
      name: 'Experimental.Libp2pStreamMounting',
      variable: 'STREAM_MOUNTING_ENABLED',
      type: flag,
      default: false,
      shown: '`false`',
      form: 'flag',
      needsRestart: false,
      about:
        '`true` lets callers forward streams of peers to services beside the node, and local connections to services of peers, with `p2p/…`',
    }),
    forwardingHosts: setting({
      name: 'Forwarding.Hosts',
      variable: 'FORWARDING_HOSTS',
      type: endpoints,
      default: [],
      shown: '',
      form: 'list',
      needsRestart: true,
      about:
        'hosts with ports, such as `chat.example.org:443` or `192.168.1.2:8080`, to which `p2p/listen` may forward, with commas between them; a node that only this machine reaches may also forward to any port of it',
    }),
  },
} as const satisfies Section

function listed(text: string): readonly string[] {
  const entries = text.split(',').map((entry) => entry.trim())
  return entries.filter((entry) => entry !== '')
}

function faultOf(address: string): string | undefined {
  try {
    parseMultiaddr(address)
    return undefined
  } catch (error) {
    if (!isDomainError(error)) throw error
    return 'not an address such as "/dns4/node.example.org/tcp/443/tls/ws"'
  }
}
