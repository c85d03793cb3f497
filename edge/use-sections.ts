import type { AppOptions } from '../src/app.ts'
import { DEFAULT_SETTINGS } from '../src/calendar/model/settings.ts'
import type { Config } from '../src/config/read-config.ts'
import type { NodeSettings } from '../src/node/host-bindings.ts'
import type { OutboundPorts } from '../src/ports/outbound.ts'
import { contentHosts } from './content-hosts.ts'
import { type PublicNetwork, toHosts, toPublicHosts } from './outbound.ts'

/** What the sections of a configuration are for. */
export interface SectionUses {
  readonly node: Partial<NodeSettings>
  readonly app: AppOptions
  /** Ports that reach only the hosts that the owner names for each purpose. */
  readonly outbound: OutboundPorts
}

/** Sections that `node-object.ts` passes to adapters of this host itself. */
const forAdapters = (): Partial<SectionUses> => ({})

/** A section that this table lacks does not compile: no setting can be declared and passed on to nothing. */
const USES: {
  readonly [Name in keyof Config]: (
    section: Config[Name],
    publicNetwork?: PublicNetwork,
  ) => Partial<SectionUses>
} = {
  access: forAdapters,
  keys: forAdapters,
  log: ({ level }) => ({ node: { logLevel: level } }),
  network: forAdapters,
  gateway: (gateway) => ({
    node: contentHosts(gateway),
    app: {
      doesGatewayFetch: gateway.noFetch === undefined ? undefined : !gateway.noFetch,
      maxGatewayRequests: gateway.maxRequests,
    },
  }),
  dns: ({ resolvers }) => ({
    node: { dnsResolvers: resolvers },
    outbound: { dns: toHosts(resolvers.map(hostOf), 'DNS_RESOLVERS') },
  }),
  calendar: (calendar) => ({
    node: calendar.siteZone === undefined ? {} : { siteZone: calendar.siteZone },
    app: { calendar: { ...DEFAULT_SETTINGS, ...calendar } },
    outbound: { pictures: toHosts(calendar.imageHosts, 'CALENDAR_IMAGE_HOSTS') },
  }),
  audit: ({ hosts }) => ({ outbound: { audit: toHosts(hosts, 'AUDIT_HOSTS') } }),
  blocks: (blocks) => ({
    node: { blocks },
    outbound: {
      healing: toHosts(blocks.healGateways.map(hostOf), 'HEAL_HOSTS'),
      fetching: toHosts(blocks.fetchGateways.map(hostOf), 'FETCH_HOSTS'),
    },
  }),
  importing: (importing) => ({ node: { importing } }),
  pinning: ({ hosts }, publicNetwork) => ({
    outbound: { pinning: toPublicHosts(hosts, 'PINNING_HOSTS', publicNetwork) },
  }),
  routing: (routing) => ({
    node: { routing },
    app: { isRoutingExposed: routing.isExposed },
    outbound: {
      routing: toHosts(
        [...routing.delegatedRouters, ...routing.delegatedPublishers].map(hostOf),
        'DELEGATED_ROUTERS',
      ),
    },
  }),
  pubsub: (pubsub) => ({ node: { pubsub } }),
  pinService: (pinService) => ({ node: { pinService } }),
  filestore: ({ isUrlstoreEnabled, urlHosts }, publicNetwork) => ({
    outbound: isUrlstoreEnabled ? { sources: toPublicHosts(urlHosts, 'URLSTORE_HOSTS', publicNetwork) } : {},
  }),
  anchoring: (anchoring) => ({ node: { anchoring } }),
  ledger: (ledger) => ({ node: { ledger } }),
}

/**
 * Collects what every section of the owner's configuration gives to the node, its app and its outbound requests.
 * Where callers name the hosts, requests go through the public network, if there is one.
 */
export function useSections(config: Config, publicNetwork?: PublicNetwork): SectionUses {
  const uses = (Object.keys(USES) as (keyof Config)[]).map((name) => useSection(name, config, publicNetwork))
  return {
    node: Object.assign({}, ...uses.map(({ node }) => node)),
    app: Object.assign({}, ...uses.map(({ app }) => app)),
    outbound: Object.assign({}, ...uses.map(({ outbound }) => outbound)),
  }
}

function useSection<Name extends keyof Config>(
  name: Name,
  config: Config,
  publicNetwork?: PublicNetwork,
): Partial<SectionUses> {
  return USES[name](config[name], publicNetwork)
}

function hostOf(address: string): string {
  return new URL(address).host
}
