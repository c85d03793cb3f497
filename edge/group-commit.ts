import { nextTurn } from './next-turn.ts'

/** Makes changes in one object's database durable. */
export interface GroupCommit {
  /**
   * Makes a synchronous, atomic change and resolves to its result once the change is on disk. Changes are made
   * in the order of the calls.
   */
  run<T>(change: () => T): Promise<T>
}

interface Waiting {
  make(): void
  resolve(): void
  reject(reason: unknown): void
}

/**
 * Groups changes for the disk. A single change is made at once. Changes that arrive while another is being
 * written wait and are then committed together: the disk needs as long for many as for one.
 */
export function groupCommit(storage: { sync(): Promise<void> }): GroupCommit {
  let waiting: Waiting[] = []
  let isUnderWay = false

  const commit = async () => {
    isUnderWay = true
    for (let isAlone = true; waiting.length > 0; isAlone = false) {
      if (!isAlone) await nextTurn()
      const group = waiting
      waiting = []
      for (const { make } of group) make()
      try {
        await storage.sync()
        for (const { resolve } of group) resolve()
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    isUnderWay = false
  }

  return {
    run<T>(change: () => T): Promise<T> {
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      let made: { readonly value: T } | undefined
      waiting.push({
        make() {
          try {
            made = { value: change() }
          } catch (error) {
            reject(error)
          }
        },
        resolve: () => made && resolve(made.value),
        reject,
      })
      if (!isUnderWay) void commit()
      return promise
    },
  }
}
