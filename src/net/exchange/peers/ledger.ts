/** Totals of blocks that were exchanged with one peer. */
export interface LedgerTotals {
  readonly sentBytes: number
  readonly receivedBytes: number
  /** Blocks in both directions. */
  readonly exchanges: number
}

/** Totals of one peer since this node started, also after the peer has left. */
export interface Ledgers {
  sent(peer: string, sizeBytes: number): void
  received(peer: string, sizeBytes: number): void
  /** Zeros for an unknown peer. */
  totals(peer: string): LedgerTotals
}

/** Maximum number of peers whose totals are kept. Those of the peer least recently seen are dropped first. */
const MAX_LEDGERS = 1024

const NOTHING: LedgerTotals = { sentBytes: 0, receivedBytes: 0, exchanges: 0 }

export function createLedgers(): Ledgers {
  const ledgers = new Map<string, LedgerTotals>()
  const add = (peer: string, { sentBytes = 0, receivedBytes = 0 }: Partial<LedgerTotals>) => {
    const before = ledgers.get(peer) ?? NOTHING
    ledgers.delete(peer)
    ledgers.set(peer, {
      sentBytes: before.sentBytes + sentBytes,
      receivedBytes: before.receivedBytes + receivedBytes,
      exchanges: before.exchanges + 1,
    })
    const [oldest] = ledgers.keys()
    if (ledgers.size > MAX_LEDGERS && oldest !== undefined) ledgers.delete(oldest)
  }
  return {
    sent: (peer, sentBytes) => add(peer, { sentBytes }),
    received: (peer, receivedBytes) => add(peer, { receivedBytes }),
    totals: (peer) => ledgers.get(peer) ?? NOTHING,
  }
}
