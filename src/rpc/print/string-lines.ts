import { escapeNonPrinting } from './go-quote.ts'

/** The text form of a list of strings: one in each line. */
export function stringLines({ Strings }: { readonly Strings: readonly string[] | null }): string {
  return (Strings ?? []).map((text) => `${escapeNonPrinting(text)}\n`).join('')
}
