/** What the ledger's part shows below the audit; each has an address, so that a reload and the back button lead there. */
export type Place =
  /** The records of a rollapp, the newest first; without an id those of the calendar in this browser. */
  | { readonly kind: 'records'; readonly rollappId?: string; readonly page: number }
  | { readonly kind: 'record'; readonly rollappId: string; readonly index: string }

/** Reads what follows `#ledger/`: `calendar_7-1`, `calendar_7-1/page/2`, `calendar_7-1/12`. */
export function parsePlace(rest: string): Place {
  const [rollappId = '', second = '', third = ''] = rest.split('/')
  if (rollappId === '') return { kind: 'records', page: 1 }
  if (/^[1-9]\d{0,19}$/.test(second)) return { kind: 'record', rollappId, index: second }
  const page = second === 'page' && /^[1-9]\d{0,9}$/.test(third) ? Number(third) : 1
  return { kind: 'records', rollappId, page }
}

export function addressOf(place: Place): string {
  const { rollappId } = place
  if (place.kind === 'record') return `#ledger/${rollappId}/${place.index}`
  if (rollappId === undefined) return '#ledger'
  return place.page === 1 ? `#ledger/${rollappId}` : `#ledger/${rollappId}/page/${place.page}`
}
