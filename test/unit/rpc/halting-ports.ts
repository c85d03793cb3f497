import type { AbortOptions } from '../../../src/ports/abort.ts'
import type { Blockstore } from '../../../src/ports/blockstore.ts'
import type { Datastore } from '../../../src/ports/datastore.ts'

/** A stop that storage makes at one of its calls. */
export interface Halt {
  /** Lets storage go on until its `count`-th call from now, which waits for its signal. */
  at(count: number): void
  /** Resolves when that call has come. */
  readonly reached: Promise<void>
  /** Calls that had no signal, by name: each would have waited for ever. */
  readonly deaf: readonly string[]
  /** Calls that have begun and not ended. */
  pending(): number
}

interface Halted {
  readonly blockstore: Blockstore
  readonly datastore: Datastore
  readonly halt: Halt
}

/**
 * Makes storage in memory that can be made to stop until the caller leaves. Every step of an iteration is a call.
 * `inner` is where it keeps its content.
 */
export function haltingPorts(inner: Pick<Halted, 'blockstore' | 'datastore'>): Halted {
  const reached = Promise.withResolvers<void>()
  const deaf: string[] = []
  let left = Number.POSITIVE_INFINITY
  let pending = 0

  const enter = async (name: string, signal: AbortSignal | undefined) => {
    signal?.throwIfAborted()
    left -= 1
    if (left !== 0) return
    reached.resolve()
    if (!signal) {
      deaf.push(name)
      throw new Error(`${name} was called without a signal`)
    }
    const { promise, reject } = Promise.withResolvers<never>()
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    await promise
  }
  const call = async <T>(name: string, options: AbortOptions | undefined, task: () => Promise<T>) => {
    pending += 1
    try {
      await enter(name, options?.signal)
      return await task()
    } finally {
      pending -= 1
    }
  }
  async function* steps<T>(name: string, options: AbortOptions | undefined, items: AsyncIterable<T>) {
    await call(name, options, async () => undefined)
    for await (const item of items) {
      yield item
      await call(name, options, async () => undefined)
    }
  }

  return {
    halt: {
      at: (count) => {
        left = count
      },
      reached: reached.promise,
      deaf,
      pending: () => pending,
    },
    blockstore: haltingBlockstore(inner.blockstore, call, steps),
    datastore: haltingDatastore(inner.datastore, call, steps),
  }
}

type Call = <T>(name: string, options: AbortOptions | undefined, task: () => Promise<T>) => Promise<T>
type Steps = <T>(name: string, options: AbortOptions | undefined, items: AsyncIterable<T>) => AsyncIterable<T>

function haltingBlockstore(inner: Blockstore, call: Call, steps: Steps): Blockstore {
  return {
    get: (cid, options) => call('get', options, () => inner.get(cid)),
    has: (cid, options) => call('has', options, () => inner.has(cid)),
    put: (cid, bytes, options) => call('put', options, () => inner.put(cid, bytes)),
    putMany: (blocks, options) => call('putMany', options, () => inner.putMany(blocks)),
    replace: (cid, bytes, options) => call('replace', options, () => inner.replace(cid, bytes)),
    copies: (cid, options) => steps('copies', options, inner.copies(cid)),
    delete: (cid, options) => call('delete', options, () => inner.delete(cid)),
    list: (options) => steps('list', options, inner.list()),
    stat: (cid, options) => call('stat', options, () => inner.stat(cid)),
    totals: (options) => call('totals', options, () => inner.totals()),
    compact: (options) => call('compact', options, () => inner.compact()),
    sweep: (options) => call('sweep', options, () => inner.sweep()),
  }
}

function haltingDatastore(inner: Datastore, call: Call, steps: Steps): Datastore {
  return {
    get: (key, options) => call('Datastore.get', options, () => inner.get(key)),
    range: (range, options) => steps('Datastore.range', options, inner.range(range)),
    batch: (operations, expect, options) =>
      call('Datastore.batch', options, () => inner.batch(operations, expect)),
    generation: (options) => call('Datastore.generation', options, () => inner.generation()),
  }
}
