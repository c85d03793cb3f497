import { frameTexts } from '../language/frame-texts.ts'
import { settingsTexts } from './settings-texts.ts'

/** Titles by the beginning of a setting's name. The longest that fits applies. */
const TITLES: Readonly<Record<string, string>> = {
  Import: settingsTexts.adding,
  Datastore: settingsTexts.storage,
  Blocks: settingsTexts.storage,
  Gateway: settingsTexts.gateway,
  Mounts: settingsTexts.gateway,
  API: settingsTexts.access,
  Keys: settingsTexts.access,
  DNS: settingsTexts.names,
  Ipns: settingsTexts.names,
  Addresses: settingsTexts.peers,
  Bootstrap: settingsTexts.peers,
  Peering: settingsTexts.peers,
  Swarm: settingsTexts.peers,
  Routing: settingsTexts.routing,
  Reprovider: settingsTexts.routing,
  Provide: settingsTexts.routing,
  'Gateway.ExposeRoutingAPI': settingsTexts.routing,
  Pubsub: settingsTexts.pubsub,
  Forwarding: settingsTexts.forwarding,
  'Experimental.Libp2pStreamMounting': settingsTexts.forwarding,
  Pinning: settingsTexts.pinning,
  PinningService: settingsTexts.pinning,
  Experimental: settingsTexts.filestore,
  Urlstore: settingsTexts.filestore,
  Calendar: frameTexts.calendar,
  Ledger: frameTexts.ledger,
  Audit: frameTexts.ledger,
  Log: settingsTexts.log,
}

const OTHERS = settingsTexts.others

/** Groups settings by what they are for, in the order of {@link TITLES}. Unknown ones come last. */
export function groupSettings<T extends { readonly name: string }>(
  settings: readonly T[],
): ReadonlyMap<string, readonly T[]> {
  const groups = Map.groupBy(settings, ({ name }) => titleOf(name))
  const titles = new Set([...Object.values(TITLES), OTHERS])
  return new Map(
    [...titles].flatMap((title) => (groups.has(title) ? [[title, groups.get(title) ?? []]] : [])),
  )
}

function titleOf(name: string): string {
  const keys = name.split('.')
  for (let length = keys.length; length > 0; length -= 1) {
    const title = TITLES[keys.slice(0, length).join('.')]
    if (title !== undefined) return title
  }
  return OTHERS
}
