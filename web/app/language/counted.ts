import { locale } from './language.ts'

/** A text with a number, `#`, in the forms of a language. */
export interface CountedText {
  readonly one: string
  readonly other: string
}

const plural = new Intl.PluralRules(locale)
const number = new Intl.NumberFormat(locale)

/** The form for a number: `1 file`, `1,203 files`. */
export function counted(forms: CountedText, count: number): string {
  return forms[plural.select(count) === 'one' ? 'one' : 'other'].replace('#', numberText(count))
}

/** A whole number with the separators of the language. */
export function numberText(count: number): string {
  return number.format(count)
}
