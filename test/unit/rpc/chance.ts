/** Random choices that repeat themselves for a seed. */
export interface Chance {
  /** A whole number from 0 up to, not including, `limit`. */
  below(limit: number): number
  oneOf<const T>(values: readonly T[]): T
}

export function chance(seed: number): Chance {
  let state = seed >>> 0 || 1
  const below = (limit: number) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % limit
  }
  return {
    below,
    oneOf(values) {
      const [first] = values
      if (first === undefined && !values.includes(first as never))
        throw new TypeError('nothing to choose from')
      return values[below(values.length)] as (typeof values)[number]
    },
  }
}
