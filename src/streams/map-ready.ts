export interface MapReadyOptions<Item, Result> {
  /** Maximum number of transformations in progress. */
  readonly concurrency: number
  transform(item: Item): Promise<Result>
}

/**
 * Transforms items concurrently and yields the results in the order in which they come. `next` gives an item, or
 * `undefined` while there is none; it is asked again after each result, which may bring further items. Ends when there
 * is none and nothing is in progress. Throws the first failure.
 */
export async function* mapReady<Item, Result>(
  next: () => Item | undefined,
  { concurrency, transform }: MapReadyOptions<Item, Result>,
): AsyncGenerator<Result, void> {
  let ready: (() => Result)[] = []
  let arrival = Promise.withResolvers<void>()
  let running = 0

  const settle = (result: () => Result) => {
    ready.push(result)
    arrival.resolve()
  }
  const start = (item: Item) => {
    running += 1
    transform(item).then(
      (result) => settle(() => result),
      (error: unknown) =>
        settle(() => {
          throw error
        }),
    )
  }
  const startNext = () => {
    while (running < concurrency) {
      const item = next()
      if (item === undefined) return
      start(item)
    }
  }
  startNext()
  while (running > 0) {
    await arrival.promise
    arrival = Promise.withResolvers()
    const results = ready
    ready = []
    for (const result of results) {
      running -= 1
      yield result()
      startNext()
    }
  }
}
