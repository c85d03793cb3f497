import { escapeHtml } from '../../html/escape-html.ts'

/**
 * Escapes a name for HTML. Control characters and marks that change the direction of text are replaced by
 * visible ones, so that `exe.txt` cannot be shown as `txt.exe`.
 */
export function formatName(name: string): string {
  return escapeHtml(name.replace(INVISIBLE, '\uFFFD'))
}

const INVISIBLE = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu
