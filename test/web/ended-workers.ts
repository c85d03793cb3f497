import { onTestFinished } from 'vitest'

/** Counts the workers of this test that were terminated. Those of earlier tests, which end later, are not counted. */
export function endedWorkers(): () => number {
  const Original = globalThis.Worker
  let ended = 0
  globalThis.Worker = class extends Original {
    override terminate() {
      ended += 1
      super.terminate()
    }
  }
  onTestFinished(() => {
    globalThis.Worker = Original
  })
  return () => ended
}
