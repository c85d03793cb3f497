import { language } from '../language/language.ts'
import { preference } from '../preferences.ts'

/**
 * The address of a public page of the calendar in the language that was chosen for this page. Without a choice both
 * follow the browser.
 */
export function withLanguage(address: string): string {
  return preference('language') === 'system' ? address : `${address}?lang=${language}`
}
