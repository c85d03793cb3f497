import { escapeHtml } from '../../html/escape-html.ts'

/**
 * A name as it is shown: escaped, and with control characters and the marks that turn the direction of
 * text replaced by visible ones, since `exe.txt` must not read as `txt.exe`.
 */
export function formatName(name: string): string {
  return escapeHtml(name.replace(INVISIBLE, '\uFFFD'))
}

const INVISIBLE = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu
