import type { Random } from '../ports/random.ts'

/** {@link Random} that is deterministic for a seed. For tests and demos, never for real keys. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state >>> 24
  }
  return { bytes: (count) => new Uint8Array(count).map(next) }
}
