import { parseCid } from '../../codec/cid/cid.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { CreatedRange, PinStore } from './pin-store.ts'
import type { PinList, PinState, PinView } from './pin-view.ts'
import type { ServicePin } from './service-pin.ts'

/** How a name is compared. `i` ignores the case of letters. */
export const NAME_MATCHES = ['exact', 'iexact', 'partial', 'ipartial'] as const

/** Which pins a list contains. Conditions that are absent hold for every pin. */
export interface PinFilter extends CreatedRange {
  /** Keys by {@link cidKey}. */
  readonly cids?: ReadonlySet<string> | undefined
  readonly name?: string | undefined
  readonly match: (typeof NAME_MATCHES)[number]
  readonly states: readonly PinState[]
  /** Pairs that the metadata of a pin must have. */
  readonly meta?: Readonly<Record<string, string>> | undefined
  readonly limit: number
}

export interface PinListOptions extends AbortOptions {
  readonly holder: string
  readonly stateOf: (pin: ServicePin) => PinState
}

/** A page ends after this many characters of records, so that a thousand long ones are not in memory together. */
const MAX_PAGE_CHARACTERS = 1024 * 1024

/** Lists and counts the matching pins of a holder. Reads all within the bounds of creation, at most its quota. */
export async function listServicePins(
  store: Pick<PinStore, 'list'>,
  filter: PinFilter,
  { holder, stateOf, signal }: PinListOptions,
): Promise<PinList> {
  const pins: PinView[] = []
  let count = 0
  let characters = 0
  for await (const pin of store.list(holder, filter, { signal })) {
    const view = { ...pin, state: stateOf(pin) }
    if (!matches(view, filter)) continue
    count += 1
    if (pins.length === filter.limit || characters > MAX_PAGE_CHARACTERS) continue
    characters += JSON.stringify(pin).length
    pins.push(view)
  }
  return { count, pins }
}

/** Equal for two texts of one CID, also of different versions. Throws `invalid-argument` for other texts. */
export function cidKey(text: string): string {
  return parseCid(text).toV1().toString()
}

function matches(pin: PinView, { cids, name, match, states, meta }: PinFilter): boolean {
  return (
    states.includes(pin.state) &&
    (name === undefined || NAME_TESTS[match](pin.name, name)) &&
    Object.entries(meta ?? {}).every(
      ([key, value]) => Object.hasOwn(pin.meta, key) && pin.meta[key] === value,
    ) &&
    (cids === undefined || cids.has(cidKey(pin.cid)))
  )
}

const NAME_TESTS: Readonly<Record<PinFilter['match'], (name: string, wanted: string) => boolean>> = {
  exact: (name, wanted) => name === wanted,
  iexact: (name, wanted) => name.toLowerCase() === wanted.toLowerCase(),
  partial: (name, wanted) => name.includes(wanted),
  ipartial: (name, wanted) => name.toLowerCase().includes(wanted.toLowerCase()),
}
