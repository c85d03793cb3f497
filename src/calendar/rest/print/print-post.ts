import type { PostRecord } from '../../model/records.ts'
import { mayRead } from '../../rules/rights.ts'
import { plainText } from '../../text/sanitize.ts'
import { toInstant, toWall, type WallText } from '../../time/wall-clock.ts'
import { UTC } from '../../time/zone.ts'
import type { Scope } from '../scope.ts'

/** Keys that events, venues and organizers share, as the wire shows them. Spec: calendar facts, section 2. */
export function printPost({ siteZone }: Pick<Scope, 'siteZone'>, record: PostRecord) {
  return {
    author: String(record.author),
    status: record.status,
    date: record.date,
    date_utc: printWall(record.dateUtc),
    modified: ['', record.dateUtc].includes(record.modifiedUtc)
      ? record.date
      : toWall(toInstant(record.modifiedUtc, UTC), siteZone),
    modified_utc: printWall(record.modifiedUtc),
  }
}

/** What stands for a moment that never was. */
const NEVER = '0000-00-00 00:00:00'

/** A moment of a record as the wire shows it. */
function printWall(text: WallText | ''): string {
  return text === '' ? NEVER : text
}

/** Words of addresses, by collection. */
const WORDS = {
  events: { path: 'event', type: 'cal_events' },
  venues: { path: 'venue', type: 'cal_venue' },
  organizers: { path: 'organizer', type: 'cal_organizer' },
} as const

export interface PostAddress extends Pick<PostRecord, 'status' | 'slug' | 'author'> {
  readonly collection: keyof typeof WORDS
  readonly id: number
}

/** The public page: by slug where it has one that counts, else by number. */
export function postAddress({ baseUrl, actor }: Pick<Scope, 'baseUrl' | 'actor'>, post: PostAddress): string {
  const { path, type } = WORDS[post.collection]
  const hasPage = ['publish', 'private'].includes(post.status) && mayRead(actor, post)
  const isPretty = post.slug !== '' && hasPage
  return isPretty ? `${baseUrl}/${path}/${post.slug}/` : `${baseUrl}/?post_type=${type}&p=${post.id}`
}

/** `example.org?id=7`: names a post beyond its site. */
export function globalId({ baseUrl }: Pick<Scope, 'baseUrl'>, id: number): string {
  return `${baseUrl.replace(/^[a-z]+:\/\//, '')}?id=${id}`
}

/** The entries that are not empty: venues and organizers leave the others out. */
export function filled<Name extends string>(
  entries: Readonly<Record<Name, string>>,
): Partial<Readonly<Record<Name, string>>> {
  const texts: Partial<Record<Name, string>> = { ...entries }
  for (const name in entries) if (entries[name] === '') delete texts[name]
  return texts
}

/** Contact data as the wire shows it, whoever wrote it: plain lines, without the empty ones. */
export function filledLines<Name extends string>(
  entries: Readonly<Record<Name, string>>,
): Partial<Readonly<Record<Name, string>>> {
  const lines: Record<Name, string> = { ...entries }
  for (const name in entries) lines[name] = plainText(entries[name])
  return filled(lines)
}
