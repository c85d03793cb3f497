import type { CID } from '../../codec/cid/cid.ts'
import { TIDEPOOL_VERSION } from '../../version.ts'

/** The tag of stored bytes; `suffix` tells representations of one CID apart, such as `.raw`. */
export function contentEtag(cid: CID, suffix = ''): string {
  return `"${cid}${suffix}"`
}

/** The tag of a generated listing, which changes with the build that generates it. */
export function listingEtag(cid: CID): string {
  return `"DirIndex-${TIDEPOOL_VERSION}_CID-${cid}"`
}

/** The tag of a generated page of a node, which changes with the build that generates it. */
export function pageEtag(cid: CID): string {
  return `"DagIndex-${TIDEPOOL_VERSION}_CID-${cid}"`
}

/** The tag of an archive, weak since another build may pack the same blocks in other bytes. */
export function archiveEtag(cid: CID, suffix: string): string {
  return `W/${contentEtag(cid, suffix)}`
}

/**
 * A short text for whatever of a request changes its answer beside the CID: equal for equal ones, 16
 * hexadecimal digits.
 */
export async function variant(...parts: readonly unknown[]): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(parts))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * True when `If-None-Match` names the tag or is `*`: weak comparison, any number of tags.
 * Spec: RFC 9110, section 13.1.2.
 */
export function matchesEtag(header: string | null, etag: string): boolean {
  if (header === null) return false
  if (header.trim() === '*') return true
  return [...header.matchAll(TAG)].some(([, opaque]) => opaque === etag.slice(etag.indexOf('"')))
}

/**
 * True when `If-Match` names the tag or is `*`: strong comparison, any number of tags.
 * Spec: RFC 9110, section 13.1.1.
 */
export function namesEtag(header: string, etag: string): boolean {
  if (header.trim() === '*') return true
  return [...header.matchAll(TAG)].some(([tag]) => tag === etag && !tag.startsWith('W/'))
}

const TAG = /(?:W\/)?("[^"]*")/g
