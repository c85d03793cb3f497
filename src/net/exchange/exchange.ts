import type { RemoteSource } from '../../blocks/remote-sources.ts'
import type { CID } from '../../codec/cid/cid.ts'
import type { LedgerTotals } from './peers/ledger.ts'

/** Totals of the exchange since this node started. */
export interface ExchangeStatistics {
  /** Ids of connected peers that participate, sorted. */
  readonly peers: readonly string[]
  readonly wants: readonly CID[]
  readonly blocksReceived: number
  readonly bytesReceived: number
  readonly blocksSent: number
  readonly bytesSent: number
  /** Received blocks that this node had already. */
  readonly duplicateBlocks: number
  readonly duplicateBytes: number
  readonly messagesReceived: number
}

/** Exchanges blocks with peers by Bitswap: fetches what calls read, and serves public blocks. */
export interface Exchange extends RemoteSource {
  /** True while wanted blocks arrive: the last one came less than a second ago. */
  readonly isReceiving: boolean
  statistics(): ExchangeStatistics
  /** The wants of this node. */
  wantlist(): readonly CID[]
  /** The wants of a connected peer. */
  wantlistOf(peer: string): readonly CID[]
  /** Zeros for an unknown peer. */
  ledger(peer: string): LedgerTotals
  /** Sends blocks that were just stored to the peers that want them. */
  offer(cids: readonly CID[]): void
}
