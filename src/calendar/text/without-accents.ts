import removeAccents from 'remove-accents'

/** Letters beside ASCII, alone or with marks, and ASCII letters with marks: all that can have an accent. */
const ACCENTED = /[\u0080-\u024f\u1e00-\u1eff]\p{M}*|[a-z]\p{M}+/giu

/**
 * The text with plain letters for Latin letters with accents, ligatures and the like (`ø`, `æ`); other scripts
 * stay. The library's table is slow, so it sees only letters that may be in it.
 */
export function withoutAccents(text: string): string {
  return text.normalize('NFC').replace(ACCENTED, (letter) => removeAccents(letter))
}
