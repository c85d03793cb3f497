import type { Keys, NamedKey } from '../keys/keys.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Clock } from '../ports/clock.ts'
import { remainingMs } from './record/check-record.ts'
import type { NameRecord } from './record/name-record.ts'
import { recordPath } from './record/record-path.ts'
import { signRecord } from './record/sign-record.ts'
import { heldRecord, lifetimeOf, type RecordStorage, replaceRecord } from './record-store.ts'

export interface RenewalsOptions extends RecordStorage {
  readonly keys: Pick<Keys, 'list' | 'open'>
  readonly clock: Pick<Clock, 'now'>
}

/** Records of own keys, which are signed again before they end. */
export interface Renewals {
  /**
   * Signs the records again that have lived half their life: for the same path, under the same number. Throws the first
   * error at the end, after the others are signed.
   */
  run(options?: AbortOptions): Promise<void>
  /** When the next one has, in milliseconds since the Unix epoch; `undefined` where none is to be renewed. */
  nextMs(options?: AbortOptions): Promise<number | undefined>
}

interface Renewal {
  readonly key: NamedKey
  readonly record: NameRecord
  readonly lifetimeMs: number
  readonly dueMs: number
}

export function createRenewals(options: RenewalsOptions): Renewals {
  const { keys, clock } = options
  const renewals = async (call: AbortOptions): Promise<readonly Renewal[]> => {
    const found: Renewal[] = []
    for (const key of await keys.list(call)) {
      const lifetimeMs = await lifetimeOf(options, key.peerId, call)
      const record = lifetimeMs && (await heldRecord(options, key.peerId, call))
      if (!record) continue
      const nowMs = clock.now()
      found.push({ key, record, lifetimeMs, dueMs: nowMs + remainingMs(record, nowMs) - lifetimeMs / 2 })
    }
    return found
  }

  const renew = async ({ key, record, lifetimeMs }: Renewal, call: AbortOptions) => {
    const secret = await keys.open(key.name, call)
    const plan = async (held: NameRecord = record) => ({
      bytes: await signRecord(secret, {
        path: recordPath(held),
        sequence: held.sequence,
        endsMs: clock.now() + lifetimeMs,
        ttlNs: held.ttlNs,
        hasV1: held.message.signatureV1 !== undefined,
      }),
      lifetimeMs,
    })
    await replaceRecord(options, key.peerId, { ...call, plan })
  }

  return {
    async run(call = {}) {
      const failures: unknown[] = []
      for (const renewal of await renewals(call)) {
        if (renewal.dueMs > clock.now()) continue
        await renew(renewal, call).catch((error: unknown) => failures.push(error))
        call.signal?.throwIfAborted()
      }
      if (failures.length > 0) throw failures[0]
    },

    async nextMs(call = {}) {
      const times = (await renewals(call)).map(({ dueMs }) => dueMs)
      return times.length > 0 ? Math.min(...times) : undefined
    },
  }
}
