import { matchesEtag, namesEtag } from './etag.ts'

/** What a cache may hold of an answer. */
export interface Validators {
  readonly etag: string
  /** In milliseconds since the Unix epoch, on a whole second; absent when the content says nothing of it. */
  readonly lastModifiedMs?: number | undefined
}

/**
 * The status that the conditions of a request lead to before the content is read: 304 when the client has it, 412
 * when it asks for another one, `undefined` when it is to be sent. A date that cannot be read has no effect.
 * Spec: RFC 9110, section 13.2.2.
 */
export function conditionalStatus(
  asked: Headers,
  { etag, lastModifiedMs }: Validators,
): 304 | 412 | undefined {
  const ifMatch = asked.get('If-Match')
  const unmodifiedSince = dateOf(asked.get('If-Unmodified-Since'))
  if (ifMatch !== null) {
    if (!namesEtag(ifMatch, etag)) return 412
  } else if (
    unmodifiedSince !== undefined &&
    lastModifiedMs !== undefined &&
    lastModifiedMs > unmodifiedSince
  ) {
    return 412
  }
  const ifNoneMatch = asked.get('If-None-Match')
  if (ifNoneMatch !== null) return matchesEtag(ifNoneMatch, etag) ? 304 : undefined
  const modifiedSince = dateOf(asked.get('If-Modified-Since'))
  const isOld = modifiedSince !== undefined && lastModifiedMs !== undefined && lastModifiedMs <= modifiedSince
  return isOld ? 304 : undefined
}

/** True when a `Range` may be applied: there is no `If-Range`, or it names the tag strongly or the exact date. */
export function allowsRange(ifRange: string | null, { etag, lastModifiedMs }: Validators): boolean {
  if (ifRange === null || ifRange.trim() === etag) return true
  return lastModifiedMs !== undefined && dateOf(ifRange) === lastModifiedMs
}

function dateOf(text: string | null): number | undefined {
  const time = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? undefined : time
}
