import { type ByteBudget, createWriteBudget } from '../../src/blocks/byte-budget.ts'

/** After so many bytes, writers let the event loop run. That takes 5 µs, and hashing the bytes 80 µs and more. */
const TURN_BYTES = 128 * 1024

/**
 * Creates the write budget of a browser.
 *
 * Chromium hashes within the call of `digest` and settles its promise in a microtask, so an add would run without a
 * turn of the event loop until it waits for storage: its own batches would not be written meanwhile, and the page not
 * drawn. So writers wait for a turn between two leaves.
 *
 * `expectWrite` is called for the first bytes of each turn, long before they are written.
 */
export function browserWriteBudget({ expectWrite }: { expectWrite(): void }): ByteBudget {
  const budget = createWriteBudget()
  const turns = new MessageChannel()
  let turn: PromiseWithResolvers<void> | undefined
  let takenBytes = 0

  turns.port1.onmessage = () => {
    takenBytes = 0
    turn?.resolve()
    turn = undefined
  }
  const nextTurn = () => {
    if (!turn) {
      turn = Promise.withResolvers()
      turns.port2.postMessage(undefined)
      expectWrite()
    }
    return turn.promise
  }

  return {
    ...budget,
    async take(bytes, options) {
      takenBytes += bytes
      if (takenBytes >= TURN_BYTES) await nextTurn()
      return budget.take(bytes, options)
    },
  }
}
