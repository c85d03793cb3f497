import type { Ports } from '../../../src/node/create.ts'
import type { AbortOptions } from '../../../src/ports/abort.ts'

/** What happens to a storage call: the block is gone, the disk fails, the time of the request is up. */
export type Fault = 'missing' | 'error' | 'timeout'

export interface Faults {
  /** Lets the fault happen at the `count`-th call from now; `expire` ends the time of the request. */
  at(count: number, fault: Fault, expire: () => void): void
  /** Calls since then. Every step of an iteration is one. */
  calls(): number
}

type Storage = Pick<Ports, 'blockstore' | 'datastore'>

/** The same storage, one call of which fails. */
export function faultyStorage({ blockstore, datastore }: Storage): Storage & { readonly faults: Faults } {
  let made = 0
  let planned: { readonly count: number; readonly fault: Fault; readonly expire: () => void } | undefined

  /** True where the block is missing. */
  const enter = async ({ signal }: AbortOptions = {}): Promise<boolean> => {
    signal?.throwIfAborted()
    made += 1
    if (made !== planned?.count) return false
    if (planned.fault === 'missing') return true
    if (planned.fault === 'error') throw new Error('secret of the disk')
    planned.expire()
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
  }
  async function* steps<T>(items: AsyncIterable<T>, options: AbortOptions | undefined) {
    await enter(options)
    for await (const item of items) {
      yield item
      await enter(options)
    }
  }

  return {
    faults: {
      at(count, fault, expire) {
        made = 0
        planned = { count, fault, expire }
      },
      calls: () => made,
    },
    blockstore: {
      ...blockstore,
      get: async (cid, options) => ((await enter(options)) ? undefined : blockstore.get(cid)),
      has: async (cid, options) => !(await enter(options)) && blockstore.has(cid),
      stat: async (cid, options) => ((await enter(options)) ? undefined : blockstore.stat(cid)),
      async putMany(blocks, options) {
        await enter(options)
        await blockstore.putMany(blocks)
      },
      async delete(cid, options) {
        await enter(options)
        await blockstore.delete(cid)
      },
      list: (options) => steps(blockstore.list(), options),
    },
    datastore: {
      async get(key, options) {
        await enter(options)
        return datastore.get(key)
      },
      range: (range, options) => steps(datastore.range(range), options),
      async batch(operations, expected, options) {
        await enter(options)
        await datastore.batch(operations, expected)
      },
      async generation(options) {
        await enter(options)
        return datastore.generation()
      },
    },
  }
}
