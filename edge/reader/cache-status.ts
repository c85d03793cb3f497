/** The header that shows an owner how the front answered. Spec: RFC 9211. */
export const CACHE_HIT = 'tidepool; hit'
/** The object was asked for a part of it. */
export const CACHE_MISS = 'tidepool; fwd=miss'
