import { formatPeerId, parsePeerId } from '../codec/cid/peer-id.ts'
import { formatMultiaddr, parseMultiaddr } from '../codec/multiaddr.ts'
import { attempt } from '../errors.ts'
import { flag } from '../settings/kind.ts'
import { endpoints, listThat } from '../settings/list-kinds.ts'
import { listSetting, type Section, type SettingsOf, setting } from '../settings/setting.ts'

/** A list of multiaddrs. */
const multiaddrs = listThat((text) => attempt(() => parseMultiaddr(text)) !== undefined, {
  what: 'an address',
  example: '/dns4/node.example.org/tcp/443/tls/ws',
  normalize: (text) => formatMultiaddr(parseMultiaddr(text)),
})

/** A list of peer ids, in any base. */
const peerIds = listThat((text) => attempt(() => parsePeerId(text)) !== undefined, {
  what: 'the id of a peer',
  example: 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn',
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
      needsRestart: true,
      about:
        'whether peers that cannot be dialled, such as browsers, are reached through this node: up to 128 of them, with 1 MiB and two minutes for each connection, enough to agree on a direct one',
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

/** The permissions of a host's peer. */
export interface NetworkSettings extends Omit<SettingsOf<typeof networkSection>, 'isRelay'> {
  /**
   * True where the peer dials an address in a private network only if the owner or a caller named it, and not if
   * another peer reported it. False on a node of this machine, whose peers have no other addresses.
   */
  readonly isPublicOnly: boolean
  /** True where other peers may reach each other through this one, within limits. */
  readonly isRelay: boolean
}
