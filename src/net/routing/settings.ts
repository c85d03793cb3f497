export const ROUTING_TYPES = [
  'auto',
  'autoclient',
  'delegated',
  'dht',
  'dhtclient',
  'dhtserver',
  'none',
] as const

export type RoutingType = (typeof ROUTING_TYPES)[number]

/** What the owner decides about routing. */
export interface RoutingSettings {
  /** `none` and `delegated` are without a DHT, `dhtserver` serves it, and all others only ask. */
  readonly type: RoutingType
  /** Addresses of nodes that are asked over HTTP for peers, providers and name records. */
  readonly delegatedRouters: readonly string[]
  /** Addresses of nodes to which name records are sent over HTTP. */
  readonly delegatedPublishers: readonly string[]
  /** False if the node announces nothing by itself. */
  readonly isProviding: boolean
  /** What it announces, in the words of {@link parseProvideStrategy}. If absent, the document's older setting counts. */
  readonly provideStrategy?: string | undefined
  /** Time between two announcements of the same content, 0 for never. If absent, the document's older setting counts. */
  readonly provideIntervalMs?: number | undefined
}

/** Content that a node announces by itself: all blocks, those below pins, the pins alone, or the mutable files. */
export type ProvidedKind = 'all' | 'pinned' | 'roots' | 'mfs'

const COMBINED_KINDS: readonly string[] = ['pinned', 'roots', 'mfs'] satisfies readonly ProvidedKind[]

/**
 * Parses a strategy such as `all`, `roots` or `pinned+mfs`. The word `unique` changes nothing: each block is announced
 * once. `undefined` for any other text. Spec: the reference's configuration, `Provide.Strategy`.
 */
export function parseProvideStrategy(text: string): readonly ProvidedKind[] | undefined {
  if (['', 'all', 'flat'].includes(text)) return ['all']
  const words = [...new Set(text.split('+'))]
  const kinds = words.filter((word): word is ProvidedKind => COMBINED_KINDS.includes(word))
  const isUnique = words.includes('unique')
  if (kinds.length === 0 || words.length !== kinds.length + Number(isUnique)) return undefined
  return isUnique && kinds.includes('roots') ? undefined : kinds
}
