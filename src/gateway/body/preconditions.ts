import { matchesEtag, namesEtag } from '../../http/match-etag.ts'

/** The values by which a cache validates a response. */
export interface Validators {
  readonly etag: string
  /** In milliseconds since the Unix epoch, on a whole second. Absent when the content has no modification time. */
  readonly lastModifiedMs?: number | undefined
}

/**
 * The status that the conditions of a request lead to before the content is read: 304 when the client has it,
 * 412 when it expects other content, `undefined` when it is to be sent. Invalid dates are ignored. Spec: RFC
 * 9110, section 13.2.2.
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

/** True if a `Range` applies: there is no `If-Range`, or it contains the strong tag or the exact date. */
export function allowsRange(ifRange: string | null, { etag, lastModifiedMs }: Validators): boolean {
  if (ifRange === null || ifRange.trim() === etag) return true
  return lastModifiedMs !== undefined && dateOf(ifRange) === lastModifiedMs
}

/** The three forms of an HTTP date, of which servers send the first. Spec: RFC 9110, section 5.6.7. */
const HTTP_DATE =
  /^(?:\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT|\w{6,9}, \d\d-\w{3}-\d\d [\d:]{8} GMT|(?<noZone>\w{3} \w{3} [\d ]\d [\d:]{8} \d{4}))$/

function dateOf(text: string | null): number | undefined {
  const [date = '', noZone] = HTTP_DATE.exec(text?.trim() ?? '') ?? []
  const time = Date.parse(noZone === undefined ? date : `${noZone} GMT`)
  return Number.isNaN(time) ? undefined : time
}
