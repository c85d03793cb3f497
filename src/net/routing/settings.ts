import { duration, flag, oneOf, textThat } from '../../settings/kind.ts'
import { addresses } from '../../settings/list-kinds.ts'
import { listSetting, type Section, type SettingsOf, setting } from '../../settings/setting.ts'
import { parseProvideStrategy } from './provide-strategy.ts'

/** `none` and `delegated` are without a DHT, `dhtserver` serves it, and all others only ask. */
const ROUTING_TYPES = ['auto', 'autoclient', 'delegated', 'dht', 'dhtclient', 'dhtserver', 'none'] as const

/** Peers drop an announcement after two days. */
const LONGEST_INTERVAL = '48h'

/** How peers, providers and name records are found. */
export const routingSection = {
  onFault: 'unset',
  logScope: 'routing',
  settings: {
    type: setting({
      name: 'Routing.Type',
      variable: 'ROUTING_TYPE',
      type: oneOf(ROUTING_TYPES, `not one of ${ROUTING_TYPES.join(', ')}`),
      default: 'dht',
      shown: '`dht`',
      needsRestart: true,
      about:
        'how peers find content and names for this node: `none` and `delegated` use no DHT, `dhtserver` also answers the queries of peers and stores their records, and all others only ask. The DHT is that of private networks, unless the [bootstrap peers](network.md#peers) have addresses that begin with `/dnsaddr/`',
    }),
    delegatedRouters: listSetting({
      name: 'Routing.DelegatedRouters',
      variable: 'DELEGATED_ROUTERS',
      type: addresses,
      needsRestart: true,
      about:
        'addresses of nodes, such as `https://router.example.org`, that are asked over HTTP (`/routing/v1`) for peers, providers and name records, with commas between them',
    }),
    delegatedPublishers: listSetting({
      name: 'Ipns.DelegatedPublishers',
      variable: 'DELEGATED_PUBLISHERS',
      type: addresses,
      needsRestart: true,
      about:
        'addresses of nodes to which the name records of this node are sent over HTTP (`/routing/v1`), with commas between them',
    }),
    isProviding: setting({
      name: 'Provide.Enabled',
      variable: 'PROVIDE_ENABLED',
      type: flag,
      default: true,
      shown: '`true`',
      needsRestart: true,
      about: '`false` announces nothing unless a caller asks for it by `routing/provide`',
    }),
    provideStrategy: setting({
      name: 'Provide.Strategy',
      variable: 'PROVIDE_STRATEGY',
      type: textThat((text) => parseProvideStrategy(text) !== undefined, {
        what: 'a strategy',
        example: 'pinned+mfs',
      }),
      default: undefined,
      shown: 'that of `Reprovider.Strategy`',
      needsRestart: true,
      about:
        'what the node [announces](network.md#routing) to peers: `all` of its blocks, `pinned` (everything below pins), `roots` (the pins alone), `mfs` (the mutable files), or several with `+` between them; `+entities` leaves out the blocks below the root of a file',
    }),
    provideIntervalMs: setting({
      name: 'Provide.DHT.Interval',
      variable: 'PROVIDE_INTERVAL',
      type: duration({ longest: LONGEST_INTERVAL }),
      default: undefined,
      shown: 'that of `Reprovider.Interval`',
      needsRestart: true,
      about:
        'time after which everything is announced again, such as `22h`, at most `48h`; `0` announces only what is new',
    }),
    isExposed: setting({
      name: 'Gateway.ExposeRoutingAPI',
      variable: 'EXPOSE_ROUTING_API',
      type: flag,
      default: undefined,
      shown: '`true` on loopback, otherwise `false`',
      needsRestart: true,
      about:
        'whether anonymous clients may ask this node at `/routing/v1` which peers provide a block, how to reach a peer, and for name records, and may store name records that they have signed',
    }),
  },
} as const satisfies Section

export type RoutingSettings = SettingsOf<typeof routingSection>
