import { escapeHtml } from '../../html/escape-html.ts'
import { sanitizeContent, sanitizeName } from './sanitize.ts'
import { withParagraphs, withTypography } from './typography.ts'

/**
 * A title or name as HTML that is safe to show, whoever wrote it: a few inline tags, typographic signs as
 * entities, no blanks around it, no backslashes. Spec: calendar facts, section 12.
 */
export function renderTitle(text: string): string {
  return withTypography(sanitizeName(text.replaceAll('\\', '')).trim())
}

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

/** HTML as text of `json_ld`: escaped, with a backslash and an n at its end; empty when there is none. */
export function jsonLdText(html: string): string {
  return html === '' ? '' : `${escapeHtml(html.replaceAll('&#038;', '&'))}\\n`
}
