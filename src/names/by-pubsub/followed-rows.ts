import { decodePeerId, type PeerId } from '../../codec/cid/peer-id.ts'
import { decodeDagCbor } from '../../codec/dag-cbor/decode-dag-cbor.ts'
import { encodeDagCbor } from '../../codec/dag-cbor/encode-dag-cbor.ts'
import { attempt } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Datastore } from '../../ports/datastore.ts'
import { keyOf, prefixRange } from '../../state/keys.ts'

/** The names that are followed, a row each, so that they are followed again after a restart. */
export interface FollowedRows {
  /** The least recently requested first. Rows that cannot be read are left out. */
  read(options?: AbortOptions): Promise<readonly PeerId[]>
  /** Stores a name with its time, and deletes the name that makes room for it, in one batch. */
  put(name: PeerId, row: FollowedRow, options?: AbortOptions): Promise<void>
  delete(name: PeerId, options?: AbortOptions): Promise<void>
}

export interface FollowedRow {
  /** Milliseconds since the epoch. */
  readonly askedMs: number
  readonly dropped?: PeerId | undefined
}

const ROWS = keyOf('names/followed/')

const rowOf = (name: PeerId) => keyOf(ROWS, name.bytes)

export function createFollowedRows(datastore: Pick<Datastore, 'range' | 'batch'>): FollowedRows {
  return {
    async read(options) {
      const found: { readonly name: PeerId; readonly askedMs: number }[] = []
      for await (const [key, value] of datastore.range(prefixRange(ROWS), options)) {
        const name = attempt(() => decodePeerId(key.slice(ROWS.byteLength)))
        const askedMs = Number(attempt(() => decodeDagCbor(value)))
        if (name) found.push({ name, askedMs: askedMs || 0 })
      }
      return found.toSorted((a, b) => a.askedMs - b.askedMs).map(({ name }) => name)
    },
    async put(name, { askedMs, dropped }, options) {
      const deleted = dropped ? [{ type: 'delete' as const, key: rowOf(dropped) }] : []
      const put = { type: 'put' as const, key: rowOf(name), value: encodeDagCbor(askedMs) }
      await datastore.batch([put, ...deleted], [], options)
    },
    delete: (name, options) => datastore.batch([{ type: 'delete', key: rowOf(name) }], [], options),
  }
}
