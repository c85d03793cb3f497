import { withoutAccents } from './without-accents.ts'

/** The text for comparison: in lower case and without accents, so that `cafe` finds `Café`. */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  // Most texts are ASCII, which needs no more.
  if (isAscii(lower)) return lower
  return withoutAccents(lower.replaceAll('ß', 'ss'))
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false
  return true
}
