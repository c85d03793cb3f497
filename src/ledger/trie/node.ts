import type { CID } from '../../codec/cid/cid.ts'
import type { DagValue } from '../../codec/ipld/dag-value.ts'
import { fieldsOf, linkOf, malformedValue } from '../blocks/fields.ts'
import { FAN_OUT, MAX_LEVEL } from './slots.ts'

/** How the values of one trie stand in its blocks. */
export interface ValueCodec<Value> {
  encode(value: Value): DagValue
  /** Throws `corrupt`. */
  decode(value: DagValue): Value
}

/** A child that was read or made, or only the link to it. A child without a link has changed since it was saved. */
export interface Child<Value> {
  link: CID | undefined
  node: Node<Value> | undefined
  /** The node while it is read. */
  loading?: Promise<Node<Value>> | undefined
}

/** One node in memory. Slots that are not used are absent from the map. */
export interface Node<Value> {
  readonly level: number
  /** Values below. */
  count: number
  /** The values of a node of level 0. */
  readonly values: Map<number, Value>
  /** The children of a node of a higher level. */
  readonly children: Map<number, Child<Value>>
}

export function emptyNode<Value>(level: number): Node<Value> {
  return { level, count: 0, values: new Map(), children: new Map() }
}

/**
 * A node as `{l, m, n, e}`: level, bitmap of used slots, values below, and the used slots in order. Equal
 * contents give equal bytes. Every child must have its link.
 */
export function encodeNode<Value>(
  { level, count, values, children }: Node<Value>,
  codec: ValueCodec<Value>,
): DagValue {
  let bitmap = 0
  const entries: DagValue[] = []
  for (let slot = 0; slot < FAN_OUT; slot += 1) {
    const value = values.get(slot)
    const entry = value === undefined ? children.get(slot)?.link : codec.encode(value)
    if (entry === undefined) continue
    bitmap += 2 ** slot
    entries.push(entry)
  }
  const fields: [string, DagValue][] = [
    ['l', BigInt(level)],
    ['m', BigInt(bitmap)],
    ['n', BigInt(count)],
    ['e', entries],
  ]
  return new Map(fields)
}

export interface DecodeNodeOptions<Value> {
  readonly codec: ValueCodec<Value>
  /** The level that the parent promises; any for a top node. */
  readonly level?: number | undefined
}

/** Reads a node. Throws `corrupt` for what {@link encodeNode} does not write, an empty node above all. */
export function decodeNode<Value>(
  value: DagValue,
  { codec, level: promised }: DecodeNodeOptions<Value>,
): Node<Value> {
  const fields = fieldsOf(value, NAME)
  const level = Number(fields.uint('l'))
  const bitmap = fields.uint('m')
  const entries = fields.list('e')
  const count = Number(fields.uint('n'))
  if (level > MAX_LEVEL || (promised !== undefined && level !== promised)) {
    throw malformedValue(NAME, `level ${level} is out of place`)
  }
  const slots = usedSlots(bitmap)
  if (slots.length !== entries.length || slots.length === 0)
    throw malformedValue(NAME, 'bitmap and entries differ')
  if (count < entries.length || !Number.isSafeInteger(count)) throw malformedValue(NAME, 'count is wrong')
  const node: Node<Value> = { ...emptyNode<Value>(level), count }
  for (const [at, slot] of slots.entries()) {
    const entry = entries[at] ?? null
    if (level === 0) node.values.set(slot, codec.decode(entry))
    else {
      node.children.set(slot, { link: linkOf(entry, NAME), node: undefined })
    }
  }
  return node
}

const NAME = 'trie node'

function usedSlots(bitmap: bigint): number[] {
  if (bitmap > 0xffff_ffffn) throw malformedValue(NAME, 'bitmap has over 32 bits')
  const bits = Number(bitmap)
  const slots: number[] = []
  for (let slot = 0; slot < FAN_OUT; slot += 1) if (((bits >>> slot) & 1) === 1) slots.push(slot)
  return slots
}
