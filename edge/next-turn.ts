/**
 * Resolves after the runtime has looked for new input. It does so only when no task is left to run: bytes that have
 * arrived already are read at once, so a large upload would otherwise keep all other connections waiting.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}
