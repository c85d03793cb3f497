import { locale } from '../../language/language.ts'
import type { Preference } from '../../preferences.ts'
import { contentTexts } from '../content-texts.ts'
import type { FolderEntry } from './entry.ts'
import { typeText } from './media-kind.ts'

/** The orders of a list, with their names. Folders always come first. */
export const ORDERS = {
  name: contentTexts.byName,
  'name-down': contentTexts.byNameDown,
  'size-down': contentTexts.bySizeDown,
  size: contentTexts.bySize,
  type: contentTexts.byType,
} as const satisfies Readonly<Record<Order, string>>

export type Order = Preference<'fileOrder'>

/** Comparing by the rules of a language takes about a second for 100,000 names, too long for a page. */
const MAX_COLLATED = 20_000

const collator = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' })

/** Sorts entries. Equal ones are ordered by name. A very long list is ordered by code units. */
export function inOrder<E extends FolderEntry>(entries: readonly E[], order: Order): E[] {
  const compareNames =
    entries.length > MAX_COLLATED
      ? (a: E, b: E) => (a.name < b.name ? -1 : Number(a.name > b.name))
      : (a: E, b: E) => collator.compare(a.name, b.name) || (a.name < b.name ? -1 : 1)
  const compare: Readonly<Record<Order, (a: E, b: E) => number>> = {
    name: compareNames,
    'name-down': (a, b) => compareNames(b, a),
    size: (a, b) => a.sizeBytes - b.sizeBytes || compareNames(a, b),
    'size-down': (a, b) => b.sizeBytes - a.sizeBytes || compareNames(a, b),
    type: (a, b) => collator.compare(typeText(a), typeText(b)) || compareNames(a, b),
  }
  return entries.toSorted((a, b) => Number(b.isFolder) - Number(a.isFolder) || compare[order](a, b))
}
