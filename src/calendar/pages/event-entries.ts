import { escapeHtml } from '../../html/escape-html.ts'
import { printEvents } from '../rest/print/print-posts.ts'
import { termAddress } from '../rest/print/print-terms.ts'
import type { Scope } from '../rest/scope.ts'
import { compareTexts } from '../rules/terms.ts'
import { toInstant, toWall } from '../time/wall-clock.ts'
import { UTC } from '../time/zone.ts'
import { zoneAbbreviation } from '../time/zone-abbreviation.ts'
import type { WireEvent } from '../wire.ts'
import type { PageScope } from './language/page-language.ts'
import { linkTo, withoutTags } from './page-html.ts'
import { type DaySpan, daysOfEvent, isSiteDay, type SiteDay } from './site-days.ts'

/** An event of a list. */
export interface ShownEvent extends DaySpan {
  readonly event: WireEvent
  readonly startMs: number
  readonly endMs: number
}

/** Reads the public form of events, by day and start, with the beginnings of their texts: lists show no more of them. */
export async function readEntries(ids: readonly number[], scope: Scope): Promise<readonly ShownEvent[]> {
  const anybody = { ...scope, actor: undefined }
  const events = await printEvents(ids, {
    scope: anybody,
    isSingle: true,
    isOpen: false,
    hasShortTexts: true,
  })
  const entries = events.map((event) => {
    const startMs = toInstant(event.utc_start_date, UTC)
    const endMs = toInstant(event.utc_end_date, UTC)
    const times = { startMs, endMs, start: event.start_date, allDay: event.all_day === true }
    return { event, startMs, endMs, ...daysOfEvent(times, scope.siteZone) }
  })
  return entries.sort(
    (a, b) => compareTexts(a.firstDay, b.firstDay) || a.startMs - b.startMs || a.event.id - b.event.id,
  )
}

/** The JSON-LD of events. An event with a password has none. */
export function jsonLdOf(entries: readonly ShownEvent[]): readonly object[] {
  return entries.flatMap(({ event }) => event.json_ld ?? [])
}

/** The entries under a heading for each day on which one starts. */
export function entriesByDay(entries: readonly ShownEvent[], scope: PageScope): string {
  return [...Map.groupBy(entries, ({ firstDay }) => firstDay)]
    .map(([day, held]) => `<h2>${dayLink(day, scope)}</h2>\n${entryList(held, { day, scope })}`)
    .join('')
}

/** The day as a link to its page. */
function dayLink(day: SiteDay, scope: PageScope): string {
  if (!isSiteDay(day)) return day
  return linkTo(`${scope.baseUrl}/events/${day}/`, scope.language.dayText(day), scope)
}

export interface ShownEventOptions {
  /** The day under which the entries are listed. */
  readonly day: SiteDay
  readonly scope: PageScope
}

export function entryList(entries: readonly ShownEvent[], options: ShownEventOptions): string {
  const lines = entries.map((entry) => {
    const parts = [
      placeText(entry.event, options.scope),
      escapeHtml(entry.event.cost),
      topicsText(entry.event, options.scope),
    ]
    const notes = parts.filter((part) => part !== '').join(' · ')
    const note = notes === '' ? '' : `<br><small>${notes}</small>`
    return `<li><span class="time">${timeText(entry, options)}</span> <span>${titleLink(entry, options.scope)}${note}</span></li>\n`
  })
  return `<ul class="entries">\n${lines.join('')}</ul>\n`
}

export function titleLink({ event }: ShownEvent, scope: PageScope): string {
  return linkTo(event.url, withoutTags(event.title), scope)
}

function placeText({ venue }: WireEvent, scope: PageScope): string {
  if (!('id' in venue)) return ''
  const name = linkTo(venue.url, withoutTags(venue.venue), scope)
  return venue.city ? `${name}, ${withoutTags(venue.city)}` : name
}

function topicsText({ categories }: WireEvent, scope: PageScope): string {
  return categories
    .map(({ id, name }) =>
      linkTo(termAddress(scope, { id, collection: 'categories' }), withoutTags(name), scope),
    )
    .join(', ')
}

/**
 * The time of an event on a day of the site: `18:00 – 20:00 CET`, then in brackets in the event's own zone where
 * that shows another time.
 */
function timeText(
  { event, startMs, endMs, firstDay, lastDay }: ShownEvent,
  { day, scope }: ShownEventOptions,
): string {
  const { siteZone, language } = scope
  const { texts, dayText, dateText } = language
  const [from, to] = [event.start_date.slice(0, 10), event.end_date.slice(0, 10)]
  if (event.all_day) return from === to ? texts.allDay : texts.allDayUntil(dayText(to))
  const clock = (ms: number) => toWall(ms, siteZone).slice(11, 16)
  const starts = `${firstDay === day ? '' : `${texts.since(dayText(firstDay))}, `}${clock(startMs)}`
  const ends = `${lastDay === day ? '' : `${dayText(lastDay)}, `}${clock(endMs)}`
  const whole = `${startMs === endMs ? starts : `${starts} – ${ends}`} ${escapeHtml(zoneAbbreviation(siteZone, startMs))}`
  const isSame = event.start_date.slice(0, 16) === toWall(startMs, siteZone).slice(0, 16)
  const ownTime = event.start_date.slice(11, 16)
  const own = from === day ? ownTime : texts.dayAndTime(dateText(from), ownTime)
  const there = isSame ? '' : ` (${own} ${escapeHtml(event.timezone_abbr)})`
  return `<time datetime="${new Date(startMs).toISOString().slice(0, 16)}Z">${whole}</time>${there}`
}
