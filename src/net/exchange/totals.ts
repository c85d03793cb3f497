import type { ExchangeStatistics } from './exchange.ts'

/** Counts what is exchanged. */
export interface Totals {
  sent(sizeBytes: number): void
  received(sizeBytes: number): void
  /** A received block that was here already, which `received` has counted. */
  duplicate(sizeBytes: number): void
  message(): void
  read(): Omit<ExchangeStatistics, 'peers' | 'wants'>
}

export function createTotals(): Totals {
  const totals = {
    blocksReceived: 0,
    bytesReceived: 0,
    blocksSent: 0,
    bytesSent: 0,
    duplicateBlocks: 0,
    duplicateBytes: 0,
    messagesReceived: 0,
  }
  return {
    sent(sizeBytes) {
      totals.blocksSent += 1
      totals.bytesSent += sizeBytes
    },
    received(sizeBytes) {
      totals.blocksReceived += 1
      totals.bytesReceived += sizeBytes
    },
    duplicate(sizeBytes) {
      totals.duplicateBlocks += 1
      totals.duplicateBytes += sizeBytes
    },
    message() {
      totals.messagesReceived += 1
    },
    read: () => ({ ...totals }),
  }
}
