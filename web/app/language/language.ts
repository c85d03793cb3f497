import { preference } from '../preferences.ts'

/** The languages of the page. English comes first: visitors without any of them get it. */
export const LANGUAGES = ['en', 'de', 'fr'] as const

export type Language = (typeof LANGUAGES)[number]

/** The language of this document from its start to its end: another choice reloads the page. */
export const language: Language = chosenLanguage(preference('language'), navigator.languages)

/** For numbers, dates and orders: the visitor's own form of the language, such as `en-GB`. */
export const locale: string = localeOf(language, navigator.languages)

/** The choice, or the first of the browser's languages that the page has. */
export function chosenLanguage(choice: Language | 'system', preferred: readonly string[]): Language {
  if (choice !== 'system') return choice
  for (const tag of preferred) {
    const found = LANGUAGES.find((each) => each === baseOf(tag))
    if (found) return found
  }
  return LANGUAGES[0]
}

/** The first of the browser's languages that is this one, or the language itself. */
export function localeOf(chosen: Language, preferred: readonly string[]): string {
  return preferred.find((tag) => baseOf(tag) === chosen && isLocale(tag)) ?? chosen
}

/** Engines pass on what the system calls its language, such as `en-US@posix`. */
function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}

/** `de` of `de-AT`. */
function baseOf(tag: string): string {
  return tag.toLowerCase().split('-')[0] ?? tag
}
