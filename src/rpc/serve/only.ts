/** A stream of one item. */
export async function* only<Item>(item: Item): AsyncGenerator<Item, void> {
  yield item
}
