import { withoutAccents } from './fold.ts'

/** Bytes of a slug, all of them ASCII. */
const LONGEST_SLUG = 200

/** Signs that have a letter in slugs, or none; the library has others for them. */
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['ß', 's'],
  ['€', 'e'],
  ['×', 'x'],
  ['ª', 'a'],
  ['º', 'o'],
  ['©', ''],
  ['®', ''],
  ['°', ''],
  ['™', ''],
])

/**
 * What an address calls something: tags, entities, punctuation, tabs and line ends removed, Latin letters without
 * accents, other letters percent-encoded, blanks, dots and slashes as single dashes, 200 bytes at most. Empty when nothing is
 * left. Spec: calendar facts, 9.6.
 */
export function slugOf(text: string): string {
  const plain = text
    .slice(0, LONGEST_SLUG * 4)
    .toWellFormed()
    .replace(/<[a-z/!][^<>]*>/gi, '')
    .replace(/&(?:[a-z]{1,10}\d{0,2}|#\d{1,7}|#x[\da-f]{1,6});/gi, '')
    .replace(/[\t\n\r]+/g, '')
    .replace(/[ß€×ªº©®°™]/g, (sign) => SIGNS.get(sign) ?? '')
  const dashed = withoutAccents(plain)
    .toLowerCase()
    .replace(/[\s./\u2010-\u2015]+/gu, '-')
    .replace(/%(?![\da-f]{2})/g, '')
    .replace(/[^%a-z0-9_\p{L}\p{N}\p{M}\p{So}-]|\ufffd/gu, '')
  return shortened(dashed.replace(/-+/g, '-').replace(/^-|-$/g, ''), LONGEST_SLUG)
}

/** The slug, or the first of `slug-2`, `slug-3` and so on that is not taken. */
export function uniqueSlug(slug: string, isTaken: (slug: string) => boolean): string {
  if (!isTaken(slug)) return slug
  for (let number = 2; ; number++) {
    const suffix = `-${number}`
    const numbered = `${shortened(slug, LONGEST_SLUG - suffix.length)}${suffix}`
    if (!isTaken(numbered)) return numbered
  }
}

/** Percent-encodes what is not ASCII, and takes as many whole letters as fit. */
function shortened(text: string, longest: number): string {
  let slug = ''
  for (const [letter] of text.matchAll(/%[\da-f]{2}|./gsu)) {
    const encoded = letter.length === 1 && letter <= '~' ? letter : percentEncoded(letter)
    if (slug.length + encoded.length > longest) break
    slug += encoded
  }
  return slug.replace(/-$/, '')
}

function percentEncoded(letter: string): string {
  return letter.startsWith('%') ? letter : encodeURIComponent(letter).toLowerCase()
}
