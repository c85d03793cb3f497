import type { Random } from '../ports/random.ts'

/** {@link Random} that repeats itself for a seed. For tests and demos: never for keys that matter. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state >>> 24
  }
  return { bytes: (count) => Uint8Array.from({ length: count }, next) }
}
