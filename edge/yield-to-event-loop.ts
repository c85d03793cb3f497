import { nextTurn } from './next-turn.ts'

/** Answers that may come from the database, one after the other, before others get a turn. */
const ANSWERS_A_TURN = 128

/**
 * Called for each answer that waited for nothing. The database answers at once, so that a walk over small
 * blocks would never let go of the runtime, and no other request would be read, answered or ended. Every
 * so often the returned promise waits for the runtime's next turn.
 */
export function yieldToEventLoop(): () => Promise<void> | undefined {
  let answers = 0
  return () => {
    answers += 1
    if (answers % ANSWERS_A_TURN !== 0) return undefined
    return nextTurn()
  }
}
