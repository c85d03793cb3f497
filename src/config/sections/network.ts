import { formatPeerId, parsePeerId } from '../../codec/cid/peer-id.ts'
import { formatMultiaddr, parseMultiaddr } from '../../codec/multiaddr.ts'
import { attempt } from '../../errors.ts'
import { endpoints, listOf, listSetting } from '../list-setting.ts'
import { flag, type Section, setting } from '../setting.ts'

/** A list of multiaddrs such as `/dns4/node.example.org/tcp/443/tls/ws`. */
const multiaddrs = listOf(
  (text) =>
    attempt(() => parseMultiaddr(text))
      ? undefined
      : 'not an address such as "/dns4/node.example.org/tcp/443/tls/ws"',
  { normalize: (text) => formatMultiaddr(parseMultiaddr(text)) },
)

/** A list of peer ids, in any base. */
const peerIds = listOf((text) => (attempt(() => parsePeerId(text)) ? undefined : 'not the id of a peer'), {
  normalize: (text) => formatPeerId(parsePeerId(text)),
})

/** Peers of this node: where it listens, whom it dials, what it permits them. */
export const networkSection = {
  // A default could accept peers where the invalid text was to refuse them.
  onFault: 'unset-section',
  logScope: 'net',
  settings: {
    addresses: listSetting({
      name: 'Addresses.Swarm',
      variable: 'SWARM_ADDRESSES',
      type: multiaddrs,
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
    relayPeers: listSetting({
      name: 'Swarm.RelayService.Peers',
      variable: 'RELAY_PEERS',
      type: peerIds,
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
    forwardingHosts: listSetting({
      name: 'Forwarding.Hosts',
      variable: 'FORWARDING_HOSTS',
      type: endpoints,
      needsRestart: true,
      about:
        'hosts with ports, such as `chat.example.org:443` or `192.168.1.2:8080`, to which `p2p/listen` may forward, with commas between them; a node that only this machine reaches may also forward to any port of it',
    }),
  },
} as const satisfies Section
