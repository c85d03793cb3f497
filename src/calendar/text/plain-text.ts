import { withoutBodies } from './sanitize.ts'

/** Elements that go with their content. */
const HIDDEN = /<(script|style)(?![a-z])/gi

/** One that no sign closes. */
const STRAY = /<(?=[^<>]*(?:<|$))/g

/**
 * A line of text as names of terms and the contact data of venues and organizers have it: without tags and octets
 * of addresses, with single blanks. A sign that begins no tag stays, escaped where a parser could take it for one.
 */
export function plainText(text: string): string {
  const bare = text.includes('<')
    ? withoutBodies(text, HIDDEN)
        .replace(STRAY, '&lt;')
        .replace(/<(?!\s)[^<>]*>/g, '')
    : text
  return bare
    .replace(/%[\da-f]{2}/gi, '')
    .replace(/[\r\n\t ]+/g, ' ')
    .trim()
}
