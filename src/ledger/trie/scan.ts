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
}

type Read<Value> = (
  child: Child<Value>,
  level: number | undefined,
  options: AbortOptions,
) => Promise<Node<Value>>

interface Scan<Value> extends ScanOptions {
  readonly read: Read<Value>
}

/** Entries in order. Nodes that are read for it are let go again: any number of entries takes the same memory. */
export async function* scan<Value>(
  top: Child<Value> | undefined,
  { from = 0n, to = MAX_KEY, reverse = false, skip = 0, read, signal }: Scan<Value>,
): AsyncGenerator<readonly [bigint, Value], void> {
  if (!top) return
  const slots = Array.from({ length: FAN_OUT }, (_, slot) => (reverse ? FAN_OUT - 1 - slot : slot))
  let left = skip

  async function* below(
    child: Child<Value>,
    base: bigint,
    level: number | undefined,
  ): AsyncGenerator<readonly [bigint, Value], void> {
    const node = await read(child, level, { signal })
    const isInside = base >= from && slotEnd(base, node.level + 1) <= to
    if (isInside && node.count <= left) {
      left -= node.count
      return
    }
    for (const slot of slots) {
      const start = slotBase(base, slot, node.level)
      if (start > to || slotEnd(start, node.level) < from) continue
      const next = node.children.get(slot)
      if (next) yield* below(next, start, node.level - 1)
      const value = node.values.get(slot)
      if (value === undefined) continue
      if (left > 0) left -= 1
      else yield [start, value]
    }
  }

  yield* below(top, 0n, undefined)
}
