import removeAccents from 'remove-accents'

/** Folds a text for comparison: lower case, without accents, so that `cafe` finds `Café`. */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  // Fast path: most texts are ASCII.
  if (isAscii(lower)) return lower
  return withoutAccents(lower.replaceAll('ß', 'ss'))
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false
  return true
}

/** Letters that can have an accent: those outside ASCII, with or without marks, and ASCII letters with marks. */
const ACCENTED = /[\u0080-\u024f\u1e00-\u1eff]\p{M}*|[a-z]\p{M}+/giu

/**
 * Replaces accented Latin letters, ligatures and similar letters (`ø`, `æ`) by plain ones; other scripts stay. The
 * library's table is slow, so it is asked only for letters that it may contain.
 */
export function withoutAccents(text: string): string {
  return text.normalize('NFC').replace(ACCENTED, (letter) => removeAccents(letter))
}

/** A parsed search. All of `all` must occur, none of `without` may. Folded like the texts of rows. */
export interface TextQuery {
  readonly all: readonly string[]
  readonly without: readonly string[]
}

/** Limits on the characters of a search, and on its words and phrases. */
const LONGEST_SEARCH = 1600
const MOST_TERMS = 32

/**
 * Parses a search: words, phrases in quotes, and words or phrases to exclude, after a minus. Folded. A quote that
 * is not closed counts as a space. Spec: calendar facts, 8.5.
 */
export function readTextQuery(search: string): TextQuery {
  const all = new Set<string>()
  const without = new Set<string>()
  for (const [, minus = '', phrase, word = ''] of search.slice(0, LONGEST_SEARCH).matchAll(TERM)) {
    const term = fold(phrase ?? word).trim()
    if (term !== '' && all.size + without.size < MOST_TERMS) (minus === '' ? all : without).add(term)
  }
  return { all: [...all], without: [...without] }
}

const TERM = /(?<![^\s",])(-?)(?:"([^"]*)"|([^\s",]+))/g
