/** Changes of one object's database, and their way to the disk. */
export interface GroupCommit {
  /**
   * Makes a change, which awaits nothing and is made whole or not at all, and resolves to what it returned once
   * that is on disk. Changes are made in the order in which they came.
   */
  run<T>(change: () => T): Promise<T>
}

interface Waiting {
  make(): void
  resolve(): void
  reject(reason: unknown): void
}

/**
 * A change that comes alone is made at once. Those that come while one is on its way to the disk wait for it, and
 * for the others that have come with them, and then go together: the disk takes as long for many as for one.
 */
export function groupCommit(storage: { sync(): Promise<void> }): GroupCommit {
  let waiting: Waiting[] = []
  let isUnderWay = false

  const commit = async () => {
    isUnderWay = true
    for (let isAlone = true; waiting.length > 0; isAlone = false) {
      if (!isAlone) await turn()
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

/** Resolves when the runtime has nothing else to do: all that has arrived has been looked at. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}
