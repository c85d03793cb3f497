import { equalBytes } from '../codec/bytes/bytes.ts'
import { formatPeerId, type PeerId, parsePeerId } from '../codec/cid/peer-id.ts'
import { attempt, DomainError } from '../errors.ts'
import type { Keys, NamedKey } from '../keys/keys.ts'
import type { Routing } from '../net/routing/routing.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Clock } from '../ports/clock.ts'
import type { Logger } from '../ports/logger.ts'
import type { DomainNames } from './domain-names.ts'
import { createRecordFinder } from './find-records.ts'
import type { Names, PublishOptions } from './names.ts'
import { ownRecords, purgeRecords } from './own-records.ts'
import { checkRecord, compareRecords, remainingMs } from './record/check-record.ts'
import type { NameRecord } from './record/name-record.ts'
import { recordPath } from './record/record-path.ts'
import { signRecord } from './record/sign-record.ts'
import { createRecordCache } from './record-cache.ts'
import { assertNewer, heldRecord, type RecordStorage, replaceRecord } from './record-store.ts'
import { createRenewals } from './renewals.ts'
import { type NameSources, resolveName, resolveNameAgain } from './resolve-name.ts'

export interface NamesOptions extends RecordStorage {
  readonly keys: Pick<Keys, 'find' | 'list' | 'open'>
  readonly clock: Pick<Clock, 'now'>
  readonly domainNames: DomainNames
  readonly routing: Pick<Routing, 'can' | 'get' | 'put'>
  readonly logger: Pick<Logger, 'log'>
}

/** How long the network is asked for an earlier record of a name, before its first one is signed or kept here. */
const EARLIER_RECORD_MS = 10_000

/** Names by the records that this node has, and those of others that the routers find. */
export function createNames(options: NamesOptions): Names {
  const { keys, clock, domainNames, routing, logger } = options
  const cache = createRecordCache(options)
  const finder = createRecordFinder({ ...options, cache })
  const sources: NameSources = {
    domainNames,
    async *resolveKey(name, call) {
      for await (const record of finder.search(name, call)) {
        const usableMs = await finder.usableMs(name, record, call)
        const ttlMs = Math.min(usableMs, remainingMs(record, clock.now()))
        yield { path: recordPath(record), ttlMs: Math.max(0, ttlMs) }
      }
    },
  }

  /** Continues the sequence number of a key that another node has used. */
  const keepEarlier = async (name: PeerId, call: AbortOptions) => {
    const held = await heldRecord(options, name, call)
    let newest = (await cache.get(name, call)) ?? held
    if (!newest) {
      const search = { ...call, maxMs: EARLIER_RECORD_MS }
      for await (const record of routing.get(name, search)) newest = record
    }
    if (!newest || (held && compareRecords(newest, held) <= 0)) return
    const found = newest
    // A concurrent publish may have signed a newer record while the network was asked.
    const plan = async (current: NameRecord | undefined) =>
      current && compareRecords(current, found) >= 0 ? current : found
    await replaceRecord(options, name, { plan, ...call })
  }
  const announce: Names['announce'] = async (name, record, { isBestEffort = false, ...call }) => {
    if (!routing.can('put', call)) return
    finder.confirm(name, record)
    try {
      await routing.put(name, record.bytes, call)
    } catch (error) {
      call.signal?.throwIfAborted()
      if (!isBestEffort) throw error
      logger.log('debug', 'names', 'Cannot send record of a name', { name: formatPeerId(name), error })
    }
  }

  const listeners: (() => void)[] = []

  return {
    find: (name, call = {}) => finder.known(name, call),
    search: finder.search,
    announce,
    found: (name, record, call = {}) => cache.put(name, record, call),
    own: (call = {}) => ownRecords(options, call),
    renewals: createRenewals(options),
    purge: (call = {}) => purgeRecords(options, call),
    onPublish: (listener) => void listeners.push(listener),
    resolve: (name, call = {}) => resolveName(sources, name, call),
    resolveAgain: (name, call = {}) => resolveNameAgain(sources, name, call),

    async publish(path, { key: text, lifetimeMs, ttlMs, sequence, hasV1, signal }) {
      const named = await ownKey(keys, text, { signal })
      const key = await keys.open(named.name, { signal })
      await keepEarlier(named.peerId, { signal })
      const plan = async (held: NameRecord | undefined) => ({
        bytes: await signRecord(key, {
          path,
          sequence: nextSequence(held, path, sequence),
          endsMs: clock.now() + lifetimeMs,
          ttlNs: BigInt(Math.round(ttlMs * 1e6)),
          hasV1,
        }),
        lifetimeMs,
      })
      await replaceRecord(options, named.peerId, { plan, signal })
      for (const published of listeners) published()
      return named
    },

    async keep(name, record, { asksFirst = false, signal } = {}) {
      await checkRecord(record, { name, nowMs: clock.now() })
      if (asksFirst) {
        const asked = { isFresh: true, maxMs: EARLIER_RECORD_MS, signal }
        for await (const found of finder.search(name, asked)) assertNewer(record, found)
      }
      const plan = async (held: NameRecord | undefined) => {
        assertNewer(record, held)
        return { bytes: record.bytes }
      }
      await replaceRecord(options, name, { plan, signal })
    },
  }
}

/** A key of this node by its name or its peer id. Throws `not-found` with the reference's texts. */
async function ownKey(
  keys: Pick<Keys, 'find' | 'list'>,
  text: string,
  options: AbortOptions,
): Promise<NamedKey> {
  if (text === '') throw new DomainError('invalid-argument', 'key name must be at least one character')
  const named = await keys.find(text, options)
  if (named) return named
  const peerId = attempt(() => parsePeerId(text))
  if (!peerId) throw new DomainError('not-found', 'no key by the given name was found')
  const own = (await keys.list(options)).find((key) => equalBytes(key.peerId.bytes, peerId.bytes))
  if (own) return own
  throw new DomainError('not-found', 'no key by the given name or PeerID was found')
}

/** The largest number that a record can have. */
const MAX_SEQUENCE = 2n ** 64n - 1n

/** Grows by one when the path changes, so that an equal record can be signed again. Throws `failed-precondition`. */
function nextSequence(held: NameRecord | undefined, path: string, asked: PublishOptions['sequence']): bigint {
  const current = held?.sequence ?? 0n
  const isSame = !held || attempt(() => recordPath(held)) === path
  const next = asked ?? (isSame ? current : current + 1n)
  if (asked !== undefined && asked <= current) {
    const reason = 'sequence number must be greater than the current record sequence'
    throw new DomainError('failed-precondition', reason)
  }
  if (next <= MAX_SEQUENCE) return next
  throw new DomainError('failed-precondition', 'Cannot publish name: its record has the last sequence number')
}
