/** What an owner is told about a response of the front. Spec: RFC 9211. */
export const CACHE_HIT = 'tidepool; hit'
/** The object was asked for a part of it. */
export const CACHE_MISS = 'tidepool; fwd=miss'
