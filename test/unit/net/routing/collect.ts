/** All items of an iterable; none where it is absent. */
export async function collect<T>(items: AsyncIterable<T> | undefined): Promise<readonly T[]> {
  const collected: T[] = []
  if (items) for await (const item of items) collected.push(item)
  return collected
}
