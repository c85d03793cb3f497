import type { ByteBudget } from '../src/blocks/byte-budget.ts'
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

  const after = <A extends unknown[], R>(call: Call<A, R>) => afterTurn(nextTurn, call)
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

/** To encode and hash small blocks takes longer than to look them up: 32 of them are 5 ms of processor time. */
const BLOCKS_A_TURN = 32

/**
 * Wraps the budget from which writers take the room of each block, so that other requests are answered between the
 * blocks of a large folder: nothing else in the writing of its nodes waits for something outside the object.
 */
export function yieldingBudget(budget: ByteBudget): ByteBudget {
  return { ...budget, take: afterTurn(yieldToEventLoop(BLOCKS_A_TURN), budget.take) }
}

type Call<A extends unknown[], R> = (...args: A) => Promise<R>

function afterTurn<A extends unknown[], R>(
  nextTurn: () => Promise<void> | undefined,
  call: Call<A, R>,
): Call<A, R> {
  return async (...args) => {
    const turn = nextTurn()
    if (turn) await turn
    return call(...args)
  }
}
