import { mayUpload } from '../../rules/rights.ts'
import { toInteger } from './checks.ts'
import type { Check } from './field.ts'

/**
 * The id of a picture, or the address of one that has been or may be fetched: an address needs the right to
 * upload. Spec: calendar facts, section 9.4.
 */
export const isImage: Check = (value, { view, actor, fetchedImages }) => {
  const id = toInteger(value)
  if (id !== undefined) return view.row('images', id) !== undefined
  return isImageAddress(value) && mayUpload(actor) && fetchedImages.get(value) !== 'unusable'
}

/** As above, and an empty text is none. */
export const isImageOrNone: Check = (value, scope) => value === '' || isImage(value, scope)

/** True for a web address, and for the path of content on this node, such as `/ipfs/<cid>?filename=poster.png`. */
export function isImageAddress(value: unknown): value is string {
  if (typeof value !== 'string') return false
  return /^\/(?:ipfs|cas)\/[^/?#]+/.test(value) || (/^https?:\/\//i.test(value) && URL.canParse(value))
}
