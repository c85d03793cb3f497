import { withoutAccents } from './fold.ts'

/** Longest slug, in bytes; slugs are ASCII. */
const LONGEST_SLUG = 200

/** Characters for which slugs differ from the library's table. */
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
 * Makes a slug. Removes tags, entities, punctuation, tabs and line ends; drops accents of Latin letters;
 * percent-encodes other letters; turns spaces, dots and slashes into single dashes. At most 200 bytes; empty when
 * nothing remains. Spec: calendar facts, 9.6.
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

/** The slug, or the first free one of `slug-2`, `slug-3` and so on. At most `longest` bytes. */
export function uniqueSlug(slug: string, isTaken: (slug: string) => boolean, longest = LONGEST_SLUG): string {
  const short = shortened(slug, longest)
  if (!isTaken(short)) return short
  for (let number = 2; ; number++) {
    const suffix = `-${number}`
    const numbered = `${shortened(short, longest - suffix.length)}${suffix}`
    if (!isTaken(numbered)) return numbered
  }
}

/** One character: the octets of an encoded one, any other octet, or one that is not encoded. */
const CHARACTER = /%[c-f][\da-f](?:%[89ab][\da-f]){1,3}|%[\da-f]{2}|./gsu

/** Percent-encodes characters outside ASCII, and cuts the text without splitting an encoded character. */
function shortened(text: string, longest: number): string {
  let slug = ''
  for (const [letter] of text.matchAll(CHARACTER)) {
    const encoded = letter.length === 1 && letter <= '~' ? letter : percentEncoded(letter)
    if (slug.length + encoded.length > longest) break
    slug += encoded
  }
  return slug.replace(/-$/, '')
}

function percentEncoded(letter: string): string {
  return letter.startsWith('%') ? letter : encodeURIComponent(letter).toLowerCase()
}
