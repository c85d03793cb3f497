/** A place in the ledger view, below the audit. Each has a URL, so that reload and the back button work. */
export type LedgerPlace =
  /** The records of a rollapp, the newest first. Without an id, those of this browser's calendar. */
  | { readonly kind: 'records'; readonly rollappId?: string; readonly page: number }
  | { readonly kind: 'record'; readonly rollappId: string; readonly index: string }

/** Parses the URL fragment after `#ledger/`: `calendar_7-1`, `calendar_7-1/page/2`, `calendar_7-1/12`. */
export function parseLedgerPlace(rest: string): LedgerPlace {
  const [rollappId = '', second = '', third = ''] = rest.split('/')
  if (rollappId === '') return { kind: 'records', page: 1 }
  if (/^[1-9]\d{0,19}$/.test(second)) return { kind: 'record', rollappId, index: second }
  const page = second === 'page' && /^[1-9]\d{0,9}$/.test(third) ? Number(third) : 1
  return { kind: 'records', rollappId, page }
}

export function ledgerAddress(place: LedgerPlace): string {
  const { rollappId } = place
  if (place.kind === 'record') return `#ledger/${rollappId}/${place.index}`
  if (rollappId === undefined) return '#ledger'
  return place.page === 1 ? `#ledger/${rollappId}` : `#ledger/${rollappId}/page/${place.page}`
}
