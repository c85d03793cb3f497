/** One item as a stream. */
export async function* only<Item>(item: Item): AsyncGenerator<Item, void> {
  yield item
}
