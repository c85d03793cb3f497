import type { CID } from '../../codec/cid/cid.ts'
import { TIDEPOOL_VERSION } from '../../version.ts'

/** The entity tag of stored bytes. `suffix` distinguishes representations of one CID, such as `.raw`. */
export function contentEtag(cid: CID, suffix = ''): string {
  return `"${cid}${suffix}"`
}

/** The entity tag of a generated directory listing, which changes with every version of this software. */
export function listingEtag(cid: CID): string {
  return `"DirIndex-${TIDEPOOL_VERSION}_CID-${cid}"`
}

/** The entity tag of a generated page of a node, which changes with every version of this software. */
export function pageEtag(cid: CID): string {
  return `"DagIndex-${TIDEPOOL_VERSION}_CID-${cid}"`
}

/** The entity tag of an archive. Weak, because another version may pack the same blocks into different bytes. */
export function archiveEtag(cid: CID, suffix: string): string {
  return `W/${contentEtag(cid, suffix)}`
}

/** A hash of everything in a request that changes its response besides the CID: 16 hexadecimal digits. */
export async function variant(...parts: readonly unknown[]): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(parts))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
