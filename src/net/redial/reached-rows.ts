import { decodeDagCbor } from '../../codec/dag-cbor/decode-dag-cbor.ts'
import { encodeDagCbor } from '../../codec/dag-cbor/encode-dag-cbor.ts'
import { attempt } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Datastore, Operation } from '../../ports/datastore.ts'
import { keyOf, prefixRange, textBehind } from '../../state/keys.ts'

/** A peer that this node has dialled successfully. */
export interface ReachedPeer {
  readonly peerId: string
  /** The addresses that led to it, the last one first. */
  readonly addresses: readonly string[]
  /** Milliseconds since the epoch. */
  readonly reachedMs: number
}

/** The peers that were reached, a row each: the dag-cbor of a list of the time and the addresses. */
export interface ReachedRows {
  /** Ordered by time, the oldest first. Rows that cannot be read are left out. */
  read(options?: AbortOptions): Promise<readonly ReachedPeer[]>
  /** Writes and deletes all of them, or none. */
  change(
    rows: { readonly put: readonly ReachedPeer[]; readonly drop: readonly string[] },
    options?: AbortOptions,
  ): Promise<void>
}

const ROWS = keyOf('net/reached/')

export function createReachedRows(datastore: Pick<Datastore, 'range' | 'batch'>): ReachedRows {
  return {
    async read(options) {
      const found: ReachedPeer[] = []
      for await (const [key, value] of datastore.range(prefixRange(ROWS), options)) {
        const peerId = textBehind(ROWS, key)
        const row = decode(value)
        if (row) found.push({ peerId, ...row })
      }
      return found.toSorted((a, b) => a.reachedMs - b.reachedMs)
    },
    async change({ put, drop }, options) {
      const operations: readonly Operation[] = [
        ...put.map(({ peerId, addresses, reachedMs }) => {
          const value = encodeDagCbor([reachedMs, ...addresses])
          return { type: 'put' as const, key: keyOf(ROWS, peerId), value }
        }),
        ...drop.map((peerId) => ({ type: 'delete' as const, key: keyOf(ROWS, peerId) })),
      ]
      await datastore.batch(operations, [], options)
    },
  }
}

function decode(value: Uint8Array): Omit<ReachedPeer, 'peerId'> | undefined {
  const row = attempt(() => decodeDagCbor(value))
  if (!Array.isArray(row)) return undefined
  const [reachedMs, ...addresses] = row
  return { addresses: addresses.map(String), reachedMs: Number(reachedMs) || 0 }
}
