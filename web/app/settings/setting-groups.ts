/** Titles by the beginning of a setting's name. The longest that fits applies. */
const TITLES: Readonly<Record<string, string>> = {
  Import: 'Adding content',
  Datastore: 'Storage',
  Blocks: 'Storage',
  Gateway: 'Gateway',
  Mounts: 'Gateway',
  API: 'Access',
  Keys: 'Access',
  DNS: 'Names',
  Ipns: 'Names',
  Addresses: 'Peers',
  Bootstrap: 'Peers',
  Peering: 'Peers',
  Swarm: 'Peers',
  Routing: 'Finding content and peers',
  Reprovider: 'Finding content and peers',
  Provide: 'Finding content and peers',
  'Gateway.ExposeRoutingAPI': 'Finding content and peers',
  Pubsub: 'Messages among peers',
  Forwarding: 'Forwarding',
  'Experimental.Libp2pStreamMounting': 'Forwarding',
  Pinning: 'Pinning',
  PinningService: 'Pinning',
  Experimental: 'Content that stays where it is',
  Urlstore: 'Content that stays where it is',
  Calendar: 'Calendar',
  Ledger: 'Ledger',
  Audit: 'Ledger',
}

const OTHERS = 'Others'

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
