/** Maps the items of a service for the wire. Stopping the iteration also stops the service. */
export async function* mapItems<Item, Shown>(
  items: AsyncIterable<Item>,
  show: (item: Item) => Shown,
): AsyncGenerator<Shown, void> {
  for await (const item of items) yield show(item)
}

/** Waits for the last item. Throws if there is none: use it only for services that always yield. */
export async function lastOf<Item>(items: AsyncIterable<Item>): Promise<Item> {
  let last: { readonly item: Item } | undefined
  for await (const item of items) last = { item }
  if (!last) throw new TypeError('Cannot take the last item: there is none')
  return last.item
}
