/** A piece of a description: plain text, or code. */
export interface Piece {
  readonly text: string
  readonly isCode: boolean
}

/**
 * Splits a description in Markdown into pieces, as a sentence. Links lead to parts of the guides, which the page
 * does not have, so that only their text stays.
 */
export function pieces(markdown: string): readonly Piece[] {
  const plain = markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
  const split = plain.split('`').map((text, at) => ({ text, isCode: at % 2 === 1 }))
  const shown = split.filter(({ text }) => text !== '')
  return shown.map((piece, at) =>
    at === 0 && !piece.isCode ? { ...piece, text: capitalized(piece.text) } : piece,
  )
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
