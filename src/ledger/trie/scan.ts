import type { AbortOptions } from '../../ports/abort.ts'
import type { Child, Node } from './node.ts'
import { FAN_OUT, MAX_KEY, slotBase, slotEnd } from './slots.ts'

export interface ScanOptions extends AbortOptions {
  /** The least key, included; 0 when absent. */
  readonly from?: bigint | undefined
  /** The greatest key, included; the greatest there can be when absent. */
  readonly to?: bigint | undefined
  /** From the greatest key down. */
  readonly reverse?: boolean | undefined
  /** Entries of the range that are passed over first. Whole nodes are, by their counts. */
  readonly skip?: number | undefined
  /** Nodes that are read before their turn, where most of the range is wanted; none when absent. */
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

/** A node whose turn will come. */
interface Place<Value> {
  readonly child: Child<Value>
  /** The least key that it can hold. */
  readonly base: bigint
  /** Any for a top node. */
  readonly level: number | undefined
  node?: Promise<Node<Value>>
}

/** Entries in order. Nodes that are read for it are let go again: any number of entries takes the same memory. */
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
    const isInside = base >= from && slotEnd(base, node.level + 1) <= to
    if (isInside && node.count <= left) {
      left -= node.count
      continue
    }
    const starts = startsBelow(node, base)
    for (const { slot, start } of starts.toReversed()) {
      const child = node.children.get(slot)
      if (child) waiting.push({ child, base: start, level: node.level - 1 })
    }
    // What fails before its turn fails in it.
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
