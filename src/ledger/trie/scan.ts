import type { AbortOptions } from '../../ports/abort.ts'
import { type Child, type Node, wrongCount } from './node.ts'
import { FAN_OUT, MAX_KEY, slotBase, slotEnd } from './slots.ts'

export interface ScanOptions extends AbortOptions {
  /** The least key, inclusive; 0 when absent. */
  readonly from?: bigint | undefined
  /** The greatest key, inclusive; the maximum key when absent. */
  readonly to?: bigint | undefined
  /** In descending order. */
  readonly reverse?: boolean | undefined
  /** Number of entries to skip. Whole nodes are skipped by their counts. */
  readonly skip?: number | undefined
  /** Nodes that are read ahead, for scans of most of a range; none when absent. */
  readonly ahead?: number | undefined
}

type Read<Value> = (
  child: Child<Value>,
  level: number | undefined,
  options: AbortOptions,
) => Promise<Node<Value>>

interface Scan<Value> extends ScanOptions {
  readonly read: Read<Value>
}

/** A node that is still to be visited. */
interface Place<Value> {
  readonly child: Child<Value>
  /** The least key that it can contain. */
  readonly base: bigint
  /** `undefined` for a top node, which may have any level. */
  readonly level: number | undefined
  node?: Promise<Node<Value>>
  /** Absent for a top node. */
  readonly above?: Counted
}

/** A node of which all children are visited: whether they have as many values as it says. */
interface Counted {
  readonly count: number
  children: number
  values: number
}

/**
 * Scans entries in order. Visited nodes are not kept, so the memory does not grow with the number of entries. Throws
 * `corrupt` as soon as the children of a node have more values than it says, or, in a scan of all of them, fewer: a
 * trie that somebody has made up could otherwise let a scan skip on and on.
 */
export async function* scan<Value>(
  top: Child<Value> | undefined,
  { from = 0n, to = MAX_KEY, reverse = false, skip = 0, ahead = 0, read, signal }: Scan<Value>,
): AsyncGenerator<readonly [bigint, Value], void> {
  const waiting: Place<Value>[] = top ? [{ child: top, base: 0n, level: undefined }] : []
  const begin = (place: Place<Value>) => {
    place.node ??= read(place.child, place.level, { signal })
    return place.node
  }
  const startsBelow = ({ level }: Node<Value>, base: bigint) => {
    const slots = Array.from({ length: FAN_OUT }, (_, slot) => ({ slot, start: slotBase(base, slot, level) }))
    const wanted = slots.filter(({ start }) => start <= to && slotEnd(start, level) >= from)
    return reverse ? wanted.reverse() : wanted
  }
  let left = skip

  for (let place = waiting.pop(); place; place = waiting.pop()) {
    const { base } = place
    const node = await begin(place)
    signal?.throwIfAborted()
    if (place.above) addUp(place.above, node.count)
    const isInside = base >= from && slotEnd(base, node.level + 1) <= to
    if (isInside && node.count <= left) {
      left -= node.count
      continue
    }
    const starts = startsBelow(node, base)
    const above = { count: node.count, children: node.children.size, values: 0 }
    for (const { slot, start } of starts.toReversed()) {
      const child = node.children.get(slot)
      if (child) waiting.push({ child, base: start, level: node.level - 1, above })
    }
    // A failed prefetch is reported when its node is awaited.
    if (left === 0)
      for (const next of waiting.slice(waiting.length - Math.min(ahead, waiting.length)))
        begin(next).catch(() => undefined)
    for (const { slot, start } of starts) {
      const value = node.values.get(slot)
      if (value === undefined) continue
      if (left > 0) left -= 1
      else yield [start, value]
    }
  }
}

function addUp(above: Counted, values: number): void {
  above.children -= 1
  above.values += values
  const isWhole = above.children === 0
  if (above.values > above.count || (isWhole && above.values < above.count)) throw wrongCount()
}
