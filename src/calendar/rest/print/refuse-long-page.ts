import type { EventRecord } from '../../model/event.ts'
import type { PostRecord } from '../../model/records.ts'
import { restError } from '../rest-error.ts'
import type { LinkedRecords } from './print-post.ts'

/** Characters of the records on one page, each counted as often as it is printed. */
const MOST_CHARACTERS = 16 * 1024 * 1024

const LONG_TEXT = 10_000
const WRITTEN_LONGER = /[<&"'`\n-]/g
/** A line end may become the tags of a paragraph. */
const MOST_ADDED = 7

/**
 * Throws `too-large` for records that would make a longer response: an event shows its organizers in full, so that a
 * few long ones could be printed thousands of times.
 */
export function refuseLongPage(
  items: readonly { readonly record: PostRecord & Partial<Pick<EventRecord, 'venue' | 'organizers'>> }[],
  linked?: Pick<LinkedRecords, 'venues' | 'organizers'>,
): void {
  const lengths = new Map<object, number>()
  const lengthOf = (record: object | undefined): number => {
    if (!record) return 0
    const length = lengths.get(record) ?? charactersOf(record)
    lengths.set(record, length)
    return length
  }
  let total = 0
  for (const { record } of items) {
    const { venue, organizers = [] } = record
    total += lengthOf(record) + lengthOf(linked?.venues.get(venue ?? '')?.record)
    for (const uid of organizers) total += lengthOf(linked?.organizers.get(uid)?.record)
    if (total <= MOST_CHARACTERS) continue
    const message = `The response would have over ${MOST_CHARACTERS} characters. Ask for fewer items per page.`
    throw restError('rest_response_too_large', message, { status: 413 })
  }
}

function charactersOf(record: object): number {
  return Object.values(record).reduce<number>(
    (sum, value) => sum + printedLength(typeof value === 'string' ? value : JSON.stringify(value)),
    0,
  )
}

/** Characters that a long text may have in a response, where `<` is written as `&lt;`, and `"` as `&#8221;`. */
function printedLength(text: string): number {
  if (text.length < LONG_TEXT) return text.length
  let added = 0
  WRITTEN_LONGER.lastIndex = 0
  while (WRITTEN_LONGER.test(text)) added += MOST_ADDED
  return text.length + added
}
