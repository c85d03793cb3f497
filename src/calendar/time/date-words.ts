import { DATE_FORMS, type Reading } from './date-forms.ts'

const MOST_WORDS = 16

/**
 * What the words of a date say, none of them resolved. `undefined` when a part fits no form, or when two parts
 * say the same thing, such as two dates.
 */
export function readDateWords(text: string): Reading | undefined {
  const reading: Reading = { moves: [] }
  let at = 0
  for (let count = 0; at < text.length; count++) {
    const length = count < MOST_WORDS ? readOne(text, { at, reading }) : 0
    if (length === 0) return undefined
    at += length
    at += /^[\s,]*/.exec(text.slice(at))?.[0].length ?? 0
  }
  return text === '' ? undefined : reading
}

/** The length of the first form that fits; 0 when none does. */
function readOne(text: string, { at, reading }: { readonly at: number; readonly reading: Reading }): number {
  for (const { form, read } of DATE_FORMS) {
    form.lastIndex = at
    const match = form.exec(text)
    if (
      match &&
      read(
        reading,
        match.map((part) => part ?? ''),
      )
    )
      return match[0].length
  }
  return 0
}
