/** The items of a service as the wire shows them. A reader that leaves reaches the service. */
export async function* mapped<Item, Shown>(
  items: AsyncIterable<Item>,
  show: (item: Item) => Shown,
): AsyncGenerator<Shown, void> {
  for await (const item of items) yield show(item)
}

/** The last item, once there are no more. Throws for none: a service that may tell nothing is not for this. */
export async function lastOf<Item>(items: AsyncIterable<Item>): Promise<Item> {
  let last: { readonly item: Item } | undefined
  for await (const item of items) last = { item }
  if (!last) throw new TypeError('Cannot take the last item: there is none')
  return last.item
}
