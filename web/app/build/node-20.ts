/** `Promise.withResolvers` for Node 20. */
export function withResolvers<T>(): PromiseWithResolvers<T> {
  let resolve: PromiseWithResolvers<T>['resolve'] = () => undefined
  let reject: PromiseWithResolvers<T>['reject'] = () => undefined
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve
    reject = onReject
  })
  return { promise, resolve, reject }
}

/** `Map.groupBy` for Node 20. */
export function groupBy<Key, Item>(items: Iterable<Item>, keyOf: (item: Item, at: number) => Key) {
  const groups = new Map<Key, Item[]>()
  let at = 0
  for (const item of items) {
    const key = keyOf(item, at)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
    at += 1
  }
  return groups
}
