/** Elements whose text stays as it is. */
const VERBATIM = /^<(\/?)(pre|code|kbd|tt)\b/i

const TAG = /(<\/?[a-z][^<>]*>)/i

/**
 * HTML with the signs of good print as numeric entities: quotes, apostrophes, primes, dashes, dots, and `&` where
 * it stands for itself. Tags and code stay. Spec: calendar facts, section 12.
 */
export function withTypography(html: string): string {
  let depth = 0
  const pieces = html.split(TAG).map((piece, index) => {
    if (index % 2 === 0) return depth > 0 ? escapeAmpersands(piece) : texturized(piece)
    const verbatim = VERBATIM.exec(piece)
    if (verbatim) depth = Math.max(0, depth + (verbatim[1] === '/' ? -1 : 1))
    return piece
  })
  return pieces.join('')
}

/** What may be changed at all: most texts have nothing of it. */
const CANDIDATE = /['"&`-]|\.\.\.|\dx\d|\(tm\)/i

function texturized(text: string): string {
  if (!CANDIDATE.test(text)) return text
  return escapeAmpersands(text)
    .replaceAll('...', '&#8230;')
    .replaceAll('``', '&#8220;')
    .replaceAll("''", '&#8221;')
    .replaceAll('---', '&#8212;')
    .replace(/(?<=^|\s)--(?=$|\s)/g, '&#8212;')
    .replaceAll('--', '&#8211;')
    .replace(/(?<=^|\s)-(?=$|\s)/g, '&#8211;')
    .replace(/ \(tm\)/gi, ' &#8482;')
    .replace(/(?<![\w.,])([1-9][\d.,]{0,20})x(\d[\d.,]{0,20})(?!\w)/g, '$1&#215;$2')
    .replace(/['"]/g, quoteReplacer())
}

function escapeAmpersands(text: string): string {
  return text.replace(/&(?!#\d{1,7};|#x[\da-f]{1,6};|[a-z][a-z\d]{1,31};)/gi, '&#038;')
}

/** Which sign a straight quote stands for depends on its neighbours and on the quotes that are open. */
function quoteReplacer(): (quote: string, at: number, text: string) => string {
  let openSingle = 0
  let openDouble = 0
  return (quote, at, text) => {
    const before = text[at - 1] ?? ' '
    const after = text.slice(at + 1, at + 5)
    if (quote === '"') {
      if (/[\s([{-]/.test(before) && /^\S/.test(after)) {
        openDouble++
        return '&#8220;'
      }
      if (openDouble === 0 && /\d/.test(before)) return '&#8243;'
      openDouble = Math.max(0, openDouble - 1)
      return '&#8221;'
    }
    // A shortened year: '99.
    if (/^\d\d(?!\d|%|[.,]\d)/.test(after)) return '&#8217;'
    if (/[\s([{"-]/.test(before)) {
      openSingle++
      return '&#8216;'
    }
    const isWithinWord = /^[^\s.,:;!?"')}\]-]/.test(after)
    if (!isWithinWord && openSingle === 0 && /\d/.test(before) && !/^[,\])}]/.test(after)) return '&#8242;'
    if (!isWithinWord) openSingle = Math.max(0, openSingle - 1)
    return '&#8217;'
  }
}
