import type { PostRecord } from '../../model/records.ts'

/** Characters of a text that is shown in short. */
const SHORT_TEXT = 1000

/** A record whose description and excerpt are cut to their beginnings. */
export function shortened<T extends { readonly record: PostRecord }>(item: T): T {
  const { description, excerpt } = item.record
  if (Math.max(description.length, excerpt.length) <= SHORT_TEXT) return item
  const record = { ...item.record, description: beginningOf(description), excerpt: beginningOf(excerpt) }
  return { ...item, record }
}

function beginningOf(text: string): string {
  return text.length <= SHORT_TEXT
    ? text
    : `${text
        .slice(0, SHORT_TEXT)
        .replace(/<[^<>]*$/, '')
        .toWellFormed()}…`
}
