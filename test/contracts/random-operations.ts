import type { Calendar } from '../../src/calendar/model/calendar.ts'
import { seededRandom } from '../../src/memory/seeded-random.ts'
import { eventRecord, organizerRecord, termRecord, venueRecord } from '../unit/calendar/records.ts'

const POSTS = ['events', 'venues', 'organizers'] as const
const TERMS = ['categories', 'tags'] as const

/**
 * Writes that follow from the seed: records of all kinds are created, changed, trashed and removed, some in one
 * commit with others.
 */
export async function runOperations(calendar: Calendar, seed: number, count: number): Promise<void> {
  const random = seededRandom(seed)
  const number = (below: number) => {
    const [a = 0, b = 0] = random.bytes(2)
    return (a * 256 + b) % below
  }
  const any = <T>(items: readonly T[]): T | undefined => items[number(Math.max(1, items.length))]

  for (let at = 0; at < count; at += 1) {
    await calendar.write(
      async (draft) => {
        for (let changes = 1 + (number(8) === 0 ? number(5) : 0); changes > 0; changes -= 1) {
          const uids = (collection: (typeof POSTS)[number] | (typeof TERMS)[number]) =>
            [...draft.rows(collection)].map(({ uid }) => uid)
          const day = String(1 + number(28)).padStart(2, '0')
          const event = eventRecord({
            title: `Ev ${at} é`,
            slug: `ev-${at}-${changes}`,
            start: `2027-${String(1 + number(12)).padStart(2, '0')}-${day} 10:00:00`,
            end: `2027-12-${day} 12:00:00`,
            venue: any(uids('venues')) ?? null,
            organizers: [any(uids('organizers')) ?? []].flat(),
            categories: [any(uids('categories')) ?? []].flat(),
            customFields: { size: { label: 'Size', value: `${at}` } },
          })
          const kind = number(10)
          if (kind < 4) draft.create('events', event)
          else if (kind === 4) draft.create('venues', venueRecord({ name: `Hall ${at}`, slug: `hall-${at}` }))
          else if (kind === 5) draft.create('organizers', organizerRecord({ slug: `ann-${at}` }))
          else if (kind === 6) draft.create(TERMS[number(2)] ?? 'tags', termRecord({ slug: `term-${at}` }))
          else if (kind === 7) {
            const term = any([...draft.rows('tags')])
            if (term) draft.remove('tags', term.id)
          } else {
            const row = any([...draft.rows('events')])
            const uid = row && draft.uidOf('events', row.id)
            if (row && uid) {
              const status = kind === 8 ? 'trash' : 'publish'
              draft.replace('events', row.id, { ...event, uid, status })
            }
          }
        }
      },
      { author: 'ann' },
    )
  }
}
