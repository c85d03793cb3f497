/**
 * Creates a search for the first occurrence of a byte sequence. It returns -1 for none. Boyer-Moore-Horspool
 * skips most bytes of a long part.
 */
export function byteSearch(needle: Uint8Array): (haystack: Uint8Array) => number {
  const last = needle.byteLength - 1
  const skips = new Uint16Array(256).fill(needle.byteLength)
  for (let at = 0; at < last; at += 1) skips[needle[at] ?? 0] = last - at

  return (haystack) => {
    for (let from = 0; from + last < haystack.byteLength; ) {
      const end = haystack[from + last] ?? 0
      if (end === needle[last] && matches(haystack, from, needle)) return from
      from += skips[end] ?? 1
    }
    return -1
  }
}

function matches(haystack: Uint8Array, from: number, needle: Uint8Array): boolean {
  for (let at = 0; at < needle.byteLength; at += 1) {
    if (haystack[from + at] !== needle[at]) return false
  }
  return true
}
