import * as z from 'zod/mini'
import { formatPeerId, parsePeerId } from '../../codec/cid/peer-id.ts'
import { formatMultiaddr, parseMultiaddr } from '../../codec/multiaddr.ts'
import { attempt, isDomainError } from '../../errors.ts'
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

/** A list of peer ids, in any base, with commas between them. */
const peerIds: z.ZodMiniType<readonly string[], string> = z.pipe(
  z.string().check((payload) => {
    const wrong = listed(payload.value).find((text) => !attempt(() => parsePeerId(text)))
    if (wrong === undefined) return
    payload.issues.push({ code: 'custom', input: wrong, message: 'not the id of a peer' })
  }),
  z.transform((text) => listed(text).map((peerId) => formatPeerId(parsePeerId(peerId)))),
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
        "addresses at which peers reach this node by WebSocket, such as `/dns4/node.example.org/tcp/443/tls/ws`, with commas between them; a deployment accepts [peers](network.md#peers) only if it has one, `npm start` on loopback always, at the API's own address",
    }),
    isRelay: setting({
      name: 'Swarm.RelayService.Enabled',
      variable: 'RELAY_SERVICE_ENABLED',
      type: flag,
      default: undefined,
      shown: '`true` on loopback, otherwise `false`',
      form: 'flag',
      needsRestart: true,
      about:
        'whether peers that nobody can dial, such as browsers, are reached through this node: up to 128 of them, with 1 MiB and two minutes for each connection, enough to agree on a direct one',
    }),
    relayPeers: setting({
      name: 'Swarm.RelayService.Peers',
      variable: 'RELAY_PEERS',
      type: peerIds,
      default: [],
      shown: '',
      form: 'list',
      needsRestart: true,
      about:
        "ids of the peers that may be reached through a deployment without a [token](network.md#be-reached-through-a-deployment), with commas between them; pages of the deployment's own origin always may, and on loopback every peer",
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
