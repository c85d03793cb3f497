import { withParagraphs } from './paragraphs.ts'
import { sanitizeContent } from './sanitize.ts'
import { withTypography } from './typography.ts'

/** What the original would make something of; here it makes nothing. */
const SHORTCODE = /\[(?:gallery|playlist|audio|video)(?:\s[^\]\n]{0,500})?\]/g

/**
 * A description or excerpt as HTML that is safe to show, whoever wrote it: sanitised, with paragraphs and
 * typographic signs; `''` when there is none. Spec: calendar facts, section 12.
 */
export function renderContent(text: string): string {
  if (text === '') return ''
  return withParagraphs(withTypography(sanitizeContent(text.replace(SHORTCODE, ''))))
}
