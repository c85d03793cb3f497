/** In shorter arrays, looking at each first byte is faster than making a table. */
const TABLE_FROM_BYTES = 16 * 1024

/**
 * Creates a search for the first occurrence of a byte sequence. It returns -1 for none. Boyer-Moore-Horspool
 * skips most bytes of a long part.
 */
export function byteSearch(needle: Uint8Array): (haystack: Uint8Array) => number {
  const last = needle.byteLength - 1
  let skips: Uint16Array | undefined
  const makeSkips = () => {
    const made = new Uint16Array(256).fill(needle.byteLength)
    for (let at = 0; at < last; at += 1) made[needle[at] ?? 0] = last - at
    return made
  }

  return (haystack) => {
    if (haystack.byteLength < TABLE_FROM_BYTES) return plainSearch(haystack, needle)
    skips ??= makeSkips()
    for (let from = 0; from + last < haystack.byteLength; ) {
      const end = haystack[from + last] ?? 0
      if (end === needle[last] && matches(haystack, from, needle)) return from
      from += skips[end] ?? 1
    }
    return -1
  }
}

function plainSearch(haystack: Uint8Array, needle: Uint8Array): number {
  const [first = 0] = needle
  const end = haystack.byteLength - needle.byteLength
  for (let at = haystack.indexOf(first); at >= 0 && at <= end; at = haystack.indexOf(first, at + 1)) {
    if (matches(haystack, at, needle)) return at
  }
  return -1
}

function matches(haystack: Uint8Array, from: number, needle: Uint8Array): boolean {
  for (let at = 0; at < needle.byteLength; at += 1) {
    if (haystack[from + at] !== needle[at]) return false
  }
  return true
}
