import { escapeHtml } from '../../html/escape-html.ts'

/** HTML as text of `json_ld`: escaped, with a backslash and an n at its end; empty when there is none. */
export function jsonLdText(html: string): string {
  return html === '' ? '' : `${escapeHtml(html.replaceAll('&#038;', '&'))}\\n`
}
