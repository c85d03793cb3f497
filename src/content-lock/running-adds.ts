/** The adds of this process, those that wait for their lock included. */
export interface RunningAdds {
  count(): number
  /** Calls back at most once, when the next add begins. Returns what ends that. */
  whenOneBegins(callback: () => void): () => void
  /** Counts an add while its task runs. */
  run<T>(task: () => Promise<T>): Promise<T>
}

export function createRunningAdds(): RunningAdds {
  let running = 0
  const callbacks = new Set<() => void>()
  return {
    count: () => running,
    whenOneBegins(callback) {
      callbacks.add(callback)
      return () => callbacks.delete(callback)
    },
    async run(task) {
      running += 1
      for (const callback of callbacks) callback()
      callbacks.clear()
      try {
        return await task()
      } finally {
        running -= 1
      }
    },
  }
}
