import { nextTurn } from './next-turn.ts'

/** Consecutive reads that may be answered from the database before the runtime gets a turn. */
const ANSWERS_A_TURN = 128

/**
 * Returns a function to be called for each read that did not wait. The database answers synchronously, so a
 * walk over small blocks would never yield to the runtime, and no other request would be read, answered or
 * ended. Every so many calls the function returns a promise for the runtime's next turn.
 */
export function yieldToEventLoop(callsATurn = ANSWERS_A_TURN): () => Promise<void> | undefined {
  let calls = 0
  return () => {
    calls += 1
    if (calls % callsATurn !== 0) return undefined
    return nextTurn()
  }
}
