/** True if `If-None-Match` contains the tag or is `*`. Weak comparison. Spec: RFC 9110, section 13.1.2. */
export function matchesEtag(header: string | null, etag: string): boolean {
  if (header === null) return false
  if (header.trim() === '*') return true
  return [...header.matchAll(TAG)].some(([, opaque]) => opaque === etag.slice(etag.indexOf('"')))
}

/** True if `If-Match` contains the tag or is `*`. Strong comparison. Spec: RFC 9110, section 13.1.1. */
export function namesEtag(header: string, etag: string): boolean {
  if (header.trim() === '*') return true
  return [...header.matchAll(TAG)].some(([tag]) => tag === etag && !tag.startsWith('W/'))
}

const TAG = /(?:W\/)?("[^"]*")/g
