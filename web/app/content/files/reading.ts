import { keepingAlive } from '../../../host/keep-alive.ts'

/** The current reading of the list. A new one ends it. */
export interface Reading {
  readonly isRunning: boolean
  /** Resolves to `undefined` if another reading has replaced this one. */
  run<T>(task: (signal: AbortSignal) => Promise<T>): Promise<T | undefined>
}

/** `onEnd` is called when a reading has ended and no other has replaced it. */
export function createReading(onEnd: () => void): Reading {
  let controller: AbortController | undefined
  return {
    get isRunning() {
      return controller !== undefined
    },
    async run(task) {
      controller?.abort()
      const mine = new AbortController()
      controller = mine
      const { signal } = mine
      try {
        const result = await keepingAlive(() => task(signal))
        return signal.aborted ? undefined : result
      } catch (error) {
        if (!signal.aborted) throw error
        return undefined
      } finally {
        if (controller === mine) {
          controller = undefined
          onEnd()
        }
      }
    },
  }
}
