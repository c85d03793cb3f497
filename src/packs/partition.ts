export interface PartitionOptions<T> {
  /** A part is closed when the next item would make it larger. */
  readonly maxBytes: number
  /** A part is closed when it holds this many items. Unbounded when absent. */
  readonly maxItems?: number
  sizeOf(item: T): number
}

/** Splits items into consecutive parts. An item that is larger than `maxBytes` gets a part of its own. */
export function partition<T>(
  items: Iterable<T>,
  { maxBytes, maxItems = Number.POSITIVE_INFINITY, sizeOf }: PartitionOptions<T>,
): T[][] {
  const parts: T[][] = []
  let leftBytes = 0
  for (const item of items) {
    const open = parts.at(-1)
    leftBytes -= sizeOf(item)
    if (open && open.length < maxItems && leftBytes >= 0) open.push(item)
    else {
      parts.push([item])
      leftBytes = maxBytes - sizeOf(item)
    }
  }
  return parts
}
