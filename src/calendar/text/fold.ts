import removeAccents from 'remove-accents'

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

/** Letters beside ASCII, alone or with marks, and ASCII letters with marks: all that can have an accent. */
const ACCENTED = /[\u0080-\u024f\u1e00-\u1eff]\p{M}*|[a-z]\p{M}+/giu

/**
 * The text with plain letters for Latin letters with accents, ligatures and the like (`ø`, `æ`); other scripts
 * stay. The library's table is slow, so it sees only letters that may be in it.
 */
export function withoutAccents(text: string): string {
  return text.normalize('NFC').replace(ACCENTED, (letter) => removeAccents(letter))
}

/** All words and phrases must occur, none of `without` may; folded like the rows' texts. */
export interface TextQuery {
  readonly all: readonly string[]
  readonly without: readonly string[]
}

/** Characters of a search that are looked at, and how many words and phrases of them. */
const LONGEST_SEARCH = 1600
const MOST_TERMS = 32

/**
 * What a search asks for: each word, each phrase in quotes, and what is not wanted, after a minus. Folded. A
 * quote without an end counts as a blank. Spec: calendar facts, 8.5.
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
