export interface MapOrderedOptions<Item, Result> {
  /** Transformations under way at once; results waiting for the reader count too. Asked anew for each item. */
  readonly concurrency: number | (() => number)
  transform(item: Item): Promise<Result>
}

/**
 * Transforms items a few at a time and yields the results in the order of the items. It starts nothing
 * that the reader did not ask for, beyond `concurrency` items ahead.
 */
export async function* mapOrdered<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  { concurrency, transform }: MapOrderedOptions<Item, Result>,
): AsyncGenerator<Result> {
  const started: Promise<Result>[] = []
  const most = typeof concurrency === 'number' ? () => concurrency : concurrency
  for await (const item of items) {
    const result = transform(item)
    // The reader may leave before this one is asked for: its failure is then nobody's.
    result.catch(() => undefined)
    started.push(result)
    while (started.length > 0 && started.length >= most()) {
      const [first] = started.splice(0, 1)
      if (first) yield await first
    }
  }
  for (const result of started) yield await result
}
