/** A parameter as it was sent: text, or what JSON can say. */
export type Sent = unknown

/** Parameters by name. Absent ones have no entry. */
export type SentParameters = ReadonlyMap<string, Sent>

/** `include[]` and `venue[city]`: more brackets than these are dropped. */
const MOST_BRACKETS = 4

/** Beyond these the rest of a query or form is not looked at. */
const MOST_PAIRS = 20_000

/**
 * Reads pairs of a query or a form. A plain name given twice has its last value; `name[]` makes a list and
 * `name[key]` an object, as servers of this API read them.
 */
export function readPairs(pairs: Iterable<readonly [string, string]>): SentParameters {
  const root: Tree = new Map()
  let count = 0
  for (const [name, value] of pairs) {
    count += 1
    if (count > MOST_PAIRS) break
    place(root, keysOf(name), value)
  }
  return new Map([...root].map(([name, value]) => [name, value instanceof Map ? plain(value) : value]))
}

type Tree = Map<string, Tree | string>

function place(root: Tree, [first = '', ...rest]: readonly string[], value: string): void {
  let tree = root
  let key = first
  for (const next of rest) {
    const known = tree.get(key)
    const inner: Tree = known instanceof Map ? known : new Map()
    tree.set(key, inner)
    tree = inner
    key = next === '' ? String(inner.size) : next
  }
  tree.set(key, value)
}

function keysOf(name: string): readonly string[] {
  const at = name.indexOf('[')
  if (at <= 0 || !name.endsWith(']')) return [name]
  const inner = name.slice(at + 1, -1).split('][')
  return [name.slice(0, at), ...inner.slice(0, MOST_BRACKETS)]
}

/** A list when the keys count from 0, else an object without a prototype's keys. */
function plain(tree: Tree): unknown {
  const entries = [...tree].map(([key, value]): [string, unknown] => [
    key,
    value instanceof Map ? plain(value) : value,
  ])
  const isList = entries.every(([key], index) => key === String(index))
  return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries)
}
