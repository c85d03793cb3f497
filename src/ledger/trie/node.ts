import type { CID } from '../../codec/cid/cid.ts'
import type { DagValue } from '../../codec/ipld/dag-value.ts'
import { fieldsOf, linkOf, malformedValue } from '../blocks/fields.ts'
import { FAN_OUT, MAX_LEVEL } from './slots.ts'

/** The encoding of a trie's values. */
export interface ValueCodec<Value> {
  encode(value: Value): DagValue
  /** Throws `corrupt`. */
  decode(value: DagValue): Value
}

/**
 * A link to a child node, with the node once it is loaded. Without a link, the child has changed since it was
 * saved.
 */
export interface Child<Value> {
  link: CID | undefined
  node: Node<Value> | undefined
  /** Set while the node is being loaded. */
  loading?: Promise<Node<Value>> | undefined
}

/** One node in memory. The maps contain only used slots. */
export interface Node<Value> {
  readonly level: number
  /** Number of values below. */
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
 * Encodes a node as `{l, m, n, e}`: level, bitmap of used slots, number of values, and the used slots in order.
 * Equal contents give equal bytes. Every child must have its link.
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
  /** The level that the parent implies; any level is accepted for a top node. */
  readonly level?: number | undefined
}

/** Decodes a node. Throws `corrupt` for anything that {@link encodeNode} does not write, such as an empty node. */
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
  if (!isPossible(count, entries.length, level)) throw malformedValue(NAME, 'count is wrong')
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

/** True for a count that a node with so many entries can have. Scans check that the counts of its children add up to it. */
function isPossible(count: number, entries: number, level: number): boolean {
  const most = level === 0 ? entries : entries * FAN_OUT ** level
  return Number.isSafeInteger(count) && count >= entries && count <= most
}

/** The error for a node whose children have another number of values than it says. */
export function wrongCount(): Error {
  return malformedValue(NAME, 'its count is not that of its children')
}

const NAME = 'trie node'

function usedSlots(bitmap: bigint): number[] {
  if (bitmap > 0xffff_ffffn) throw malformedValue(NAME, 'bitmap has over 32 bits')
  const bits = Number(bitmap)
  const slots: number[] = []
  for (let slot = 0; slot < FAN_OUT; slot += 1) if (((bits >>> slot) & 1) === 1) slots.push(slot)
  return slots
}
