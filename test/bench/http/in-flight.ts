/** Runs a task for each item, at most so many at a time. Rejects with the first failure, and when there is nothing to run. */
export async function eachInFlight<Item>(
  items: readonly Item[],
  concurrency: number,
  task: (item: Item) => Promise<void>,
): Promise<void> {
  if (items.length === 0) throw new Error('nothing to run with')
  const waiting = items[Symbol.iterator]()
  const work = async () => {
    for (const item of waiting) await task(item)
  }
  await Promise.all(Array.from({ length: concurrency }, work))
}
