import { plainText } from '../text/plain-text.ts'
import { withEntities } from '../text/sanitize.ts'

/** Characters of the name of a term. */
export const MOST_NAME_LENGTH = 200

/** The name of a term without tags, in the escaped form in which it is stored: `Rock & Roll` is `Rock &amp; Roll`. */
export function termName(text: string): string {
  return withEntities(plainText(text)).replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
