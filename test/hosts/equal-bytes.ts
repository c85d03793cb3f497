import { expect } from 'vitest'

const ADDED = Symbol.for('tidepool.equal-bytes')

/** Vitest compares the properties of arrays one by one: 150 ms for a megabyte. */
function areEqual(one: unknown, other: unknown): boolean | undefined {
  if (!(one instanceof Uint8Array && other instanceof Uint8Array)) return undefined
  if (one.constructor !== other.constructor) return undefined
  if (one.byteLength !== other.byteLength) return false
  for (let at = 0; at < one.byteLength; at += 1) if (one[at] !== other[at]) return false
  return true
}

// Once for all files that share a process.
if (!Reflect.has(globalThis, ADDED)) {
  Reflect.set(globalThis, ADDED, true)
  expect.addEqualityTesters([areEqual])
}
