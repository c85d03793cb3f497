import type { Blockstore } from '../src/ports/blockstore.ts'
import type { Datastore } from '../src/ports/datastore.ts'
import { yieldToEventLoop } from './yield-to-event-loop.ts'

/**
 * Wraps an object's stores so that long loops over them yield to other requests. Listing blocks or rows, and
 * removing or writing many, never waits for anything outside the object.
 */
export function yieldingStores<B extends Pick<Blockstore, 'list' | 'delete'>>(stores: {
  readonly blockstore: B
  readonly datastore: Datastore
}): { readonly blockstore: B; readonly datastore: Datastore } {
  const nextTurn = yieldToEventLoop()
  const { blockstore, datastore } = stores

  const after = <A extends unknown[], R>(call: (...args: A) => Promise<R>) => {
    return async (...args: A): Promise<R> => {
      const turn = nextTurn()
      if (turn) await turn
      return call(...args)
    }
  }
  const between = <A extends unknown[], R>(call: (...args: A) => AsyncIterable<R>) =>
    async function* (...args: A): AsyncGenerator<R, void> {
      for await (const item of call(...args)) {
        const turn = nextTurn()
        if (turn) await turn
        yield item
      }
    }

  return {
    blockstore: { ...blockstore, list: between(blockstore.list), delete: after(blockstore.delete) },
    datastore: {
      get: after(datastore.get),
      range: between(datastore.range),
      batch: after(datastore.batch),
      generation: after(datastore.generation),
    },
  }
}
