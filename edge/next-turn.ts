/**
 * Resolves after the runtime has checked for new input. The runtime checks only when no task is left to run,
 * and bytes that have already arrived are read at once, so a large upload would otherwise keep all other
 * connections waiting.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}
