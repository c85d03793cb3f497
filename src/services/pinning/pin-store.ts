import { equalBytes } from '../../codec/bytes/bytes.ts'
import type { CID } from '../../codec/cid/cid.ts'
import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Datastore, Expectation, Operation } from '../../ports/datastore.ts'
import { applyChange } from '../../state/change.ts'
import { prefixRange } from '../../state/keys.ts'
import { createLane } from '../../streams/lane.ts'
import {
  ALL_PINS,
  createdMsOf,
  type DuePin,
  dueKey,
  dueKeys,
  dueOfKey,
  holderOfUsage,
  pinKeys,
  servicePinKey,
  usageKey,
} from './pin-keys.ts'
import { decodeUsage, encodeUsage, NO_USAGE, type PinUsage, usageAfter } from './pin-usage.ts'
import { decodeServicePin, encodeServicePin, keptRoots, type ServicePin } from './service-pin.ts'

/** Bounds of a list by creation, both exclusive. */
export interface CreatedRange {
  readonly beforeMs?: number | undefined
  readonly afterMs?: number | undefined
}

export interface PinChange {
  readonly holder: string
  /** The pin to change. Absent to add one. */
  readonly requestId?: string
  /**
   * Returns the pin after the change, in `pin`, or none to remove it. `undefined` changes nothing. Runs again when
   * a concurrent change came first.
   */
  readonly plan: (held: ServicePin | undefined, usage: PinUsage) => { readonly pin?: ServicePin } | undefined
}

/** The pins of the service, by holder. Each change is one atomic batch with the holder's usage. */
export interface PinStore {
  /** Applies a change. Returns the pin after it. Throws the errors of `plan`. */
  change(change: PinChange, options?: AbortOptions): Promise<ServicePin | undefined>
  find(holder: string, requestId: string, options?: AbortOptions): Promise<ServicePin | undefined>
  usage(holder: string, options?: AbortOptions): Promise<PinUsage>
  /** Newest first. */
  list(holder: string, range: CreatedRange, options?: AbortOptions): AsyncIterable<ServicePin>
  /** All users that have ever pinned. */
  holders(options?: AbortOptions): AsyncIterable<string>
  /** The queued pins of a holder, the earliest due first. */
  due(holder: string, options?: AbortOptions): AsyncIterable<DuePin>
  read(pinKey: Uint8Array, options?: AbortOptions): Promise<ServicePin | undefined>
  /** The roots that garbage collection keeps. */
  roots(options?: AbortOptions): AsyncIterable<{ readonly cid: CID }>
}

/** Changes of one process that may wait. They run one after the other, since most change the same usage. */
const MAX_WAITING = 4096

export function createPinStore(datastore: Datastore): PinStore {
  const turn = createLane({
    slots: 1,
    queue: {
      max: MAX_WAITING,
      full: () => new DomainError('unavailable', 'Cannot change pin: too many changes wait, try again later'),
    },
  })
  const readPin = async (key: Uint8Array, options: AbortOptions) => {
    const value = await datastore.get(key, options)
    return { key, value, pin: value && decodeServicePin(value) }
  }
  const readHeld = async (holder: string, requestId: string, options: AbortOptions) => {
    const createdMs = createdMsOf(requestId)
    if (createdMs === undefined) return undefined
    const row = await readPin(servicePinKey({ holder, createdMs }), options)
    return row.pin?.requestId === requestId ? row : undefined
  }

  return {
    async change({ holder, requestId, plan }, options = {}) {
      let after: ServicePin | undefined
      const planned = async () => {
        const key = usageKey(holder)
        const usageRow = await datastore.get(key, options)
        const usage = usageRow ? decodeUsage(usageRow) : NO_USAGE
        const held = requestId === undefined ? undefined : await readHeld(holder, requestId, options)
        const change = plan(held?.pin, usage)
        after = change?.pin ?? (change ? undefined : held?.pin)
        if (!change) return { operations: [], expect: [] }
        const used = encodeUsage(usageAfter(usage, held?.pin, after))
        const operations: Operation[] = [
          ...(held?.pin ? removals(held.pin) : []),
          ...(after ? additions(after) : []),
          ...(usageRow && equalBytes(used, usageRow) ? [] : [{ type: 'put' as const, key, value: used }]),
        ]
        const expect: Expectation[] = [{ key, value: usageRow }, ...(held ? [held] : [])]
        return { operations, expect }
      }
      const leave = await turn.enter(options)
      try {
        await applyChange(datastore, planned, options)
      } finally {
        leave()
      }
      return after
    },
    async usage(holder, options = {}) {
      const row = await datastore.get(usageKey(holder), options)
      return row ? decodeUsage(row) : NO_USAGE
    },
    find: async (holder, requestId, options = {}) => (await readHeld(holder, requestId, options))?.pin,
    async *list(holder, { beforeMs, afterMs }, options) {
      if (beforeMs !== undefined && afterMs !== undefined && beforeMs <= afterMs) return
      const all = prefixRange(pinKeys(holder))
      const range = {
        ...all,
        ...(beforeMs !== undefined && { lt: servicePinKey({ holder, createdMs: beforeMs }) }),
        ...(afterMs !== undefined && { gte: servicePinKey({ holder, createdMs: afterMs + 1 }) }),
        reverse: true,
      }
      for await (const [, row] of datastore.range(range, options)) yield decodeServicePin(row)
    },
    async *holders(options) {
      for await (const [key] of datastore.range(prefixRange(usageKey('')), options)) yield holderOfUsage(key)
    },
    async *due(holder, options) {
      for await (const [key] of datastore.range(prefixRange(dueKeys(holder)), options))
        yield dueOfKey(holder, key)
    },
    read: async (key, options = {}) => (await readPin(key, options)).pin,
    async *roots(options) {
      for await (const [, row] of datastore.range(prefixRange(ALL_PINS), options)) {
        for (const cid of keptRoots(decodeServicePin(row))) yield { cid }
      }
    },
  }
}

function removals(pin: ServicePin): Operation[] {
  return keysOf(pin).map((key) => ({ type: 'delete', key }))
}

function additions(pin: ServicePin): Operation[] {
  const [own, ...due] = keysOf(pin)
  const rows = [
    ...(own ? [{ key: own, value: encodeServicePin(pin) }] : []),
    ...due.map((key) => ({ key, value: NOTHING })),
  ]
  return rows.map((row) => ({ type: 'put', ...row }))
}

const NOTHING = new Uint8Array()

/** The keys of a pin's rows: its own, and that of its due time. */
function keysOf(pin: ServicePin): readonly Uint8Array[] {
  const { dueMs } = pin
  return [servicePinKey(pin), ...(dueMs === undefined ? [] : [dueKey({ ...pin, dueMs })])]
}
