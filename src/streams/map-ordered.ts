export interface MapOrderedOptions<Item, Result> {
  /**
   * Maximum of transformations in progress plus results that the consumer has not taken. A function is called
   * again for each item.
   */
  readonly concurrency: number | (() => number)
  transform(item: Item): Promise<Result>
}

/**
 * Transforms items concurrently and yields the results in the order of the items. Runs at most `concurrency`
 * items ahead of the consumer.
 */
export async function* mapOrdered<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  { concurrency, transform }: MapOrderedOptions<Item, Result>,
): AsyncGenerator<Result> {
  const started: Promise<Result>[] = []
  const most = typeof concurrency === 'number' ? () => concurrency : concurrency
  for await (const item of items) {
    const result = transform(item)
    // The consumer may stop early, so a failure of this one must not become an unhandled rejection.
    result.catch(() => undefined)
    started.push(result)
    while (started.length > 0 && started.length >= most()) {
      const [first] = started.splice(0, 1)
      if (first) yield await first
    }
  }
  for (const result of started) yield await result
}
