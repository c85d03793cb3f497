import type { Record as DhtRecord } from '@libp2p/kad-dht'
import { readVarint, writeVarint } from '../../../codec/bytes/varint.ts'
import { type CID, cidOfBlockKey } from '../../../codec/cid/cid.ts'
import { multibaseFor } from '../../../codec/cid/multibase.ts'
import { attempt } from '../../../errors.ts'
import { nameOfKey, recordKey } from '../../../names/record/record-key.ts'
import type { AbortOptions } from '../../../ports/abort.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { PeerComponents } from '../../network.ts'
import type { BoundedRows } from '../records/bounded-rows.ts'
import type { HostedRecords } from '../records/hosted-records.ts'

export interface DhtDatastoreOptions {
  readonly hostedRecords: HostedRecords
  readonly providers: BoundedRows
  readonly clock: Pick<Clock, 'now'>
  readonly Record: typeof DhtRecord
  /** The id of this node. It provides each block that it shows to others, for which it stores no row. */
  readonly ownId: string
  readonly provides: (cid: CID, options: AbortOptions) => Promise<boolean>
}

/** Spec: Kademlia DHT, "Content provider advertisement": a record of a provider holds for 48 hours. */
const PROVIDER_MS = 48 * 60 * 60 * 1000

const RECORDS = '/dht/record/'
const PROVIDERS = '/dht/provider/'

interface Key {
  toString(): string
}

/**
 * The storage of a DHT, within limits: records of names are those that this node hosts for others, whichever way they
 * came. Providers are rows whose age counts.
 */
export function dhtDatastore(options: DhtDatastoreOptions) {
  const { hostedRecords, providers, clock, Record, ownId, provides } = options
  const bytesOf = (key: Key) => new TextEncoder().encode(key.toString().slice(PROVIDERS.length))
  const isFresh = (value: Uint8Array) =>
    (attempt(() => readVarint(value))?.value ?? 0) + PROVIDER_MS > clock.now()

  const isOfOthers = (key: Key) =>
    key.toString().startsWith(PROVIDERS) && !key.toString().endsWith(`/${ownId}`)

  const store = {
    async get(key: Key, options?: AbortOptions): Promise<Uint8Array> {
      const name = nameOf(key)
      const value = name && (await hostedRecords.get(name, options))
      if (!name || !value) throw new AbsentError()
      return new Record(recordKey(name), value, new Date(clock.now())).serialize()
    },
    async put(key: Key, value: Uint8Array, options?: AbortOptions): Promise<Key> {
      const name = nameOf(key)
      if (name) await hostedRecords.put(name, Record.deserialize(value).value, options)
      else if (isOfOthers(key)) await providers.put({ key: bytesOf(key), value }, options)
      return key
    },
    async delete(key: Key, options?: AbortOptions): Promise<void> {
      if (key.toString().startsWith(PROVIDERS)) await providers.delete(bytesOf(key), options)
    },
    async *query({ prefix = '' }: { readonly prefix?: string }, options?: AbortOptions) {
      if (!prefix.startsWith(PROVIDERS)) return
      const cid = cidOfBlockKey(`b${prefix.slice(PROVIDERS.length)}`)
      if (await provides(cid, options ?? {})) {
        yield { key: { toString: () => `${prefix}/${ownId}` }, value: writeVarint(clock.now()) }
      }
      // Without the slash, the prefix of one CID could be the beginning of another.
      for await (const [key, value] of providers.range(bytesOf(`${prefix}/`), options)) {
        const text = PROVIDERS + new TextDecoder().decode(key)
        if (isFresh(value)) yield { key: { toString: () => text }, value }
        else await providers.delete(key, options)
      }
    },
  }
  // The package uses only these methods.
  return store as unknown as PeerComponents['datastore']
}

/** The name whose record a key is of. `undefined` for any other key. */
function nameOf(key: Key) {
  const text = key.toString()
  if (!text.startsWith(RECORDS)) return undefined
  const bytes = multibaseFor('base32')?.decoder.decode(`b${text.slice(RECORDS.length)}`)
  return bytes && nameOfKey(bytes)
}

/** The package knows an absent value by this name. */
class AbsentError extends Error {
  override readonly name = 'NotFoundError'
}
