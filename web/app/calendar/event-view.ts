import type { WireEvent, WireEventTerm, WireOrganizer, WireVenue } from '../../../src/calendar/wire.ts'
import { element } from '../element.ts'
import { calendarTexts } from './calendar-texts.ts'
import { withLanguage } from './public-language.ts'
import { statusText } from './status-text.ts'
import './event.css'
import { pictureOf } from './picture.ts'
import { calendarAddress } from './place.ts'
import { plainText, safeAddress, safeDescription } from './plain-text.ts'
import { trashButton } from './trash.ts'
import { venueOf } from './venue-of.ts'
import { whenText, whenThere } from './when.ts'

/** Shows one event with all of its details. */
export function eventView(event: WireEvent): HTMLElement {
  const facts = element('dl', { className: 'facts' }, factsOf(event).flatMap(fact))
  const parts: HTMLElement[] = [element('p', { className: 'when', textContent: whenText(event) })]
  const there = whenThere(event)
  if (there !== '')
    parts.push(element('p', { className: 'muted', textContent: `${there} (${event.timezone})` }))
  parts.push(facts)
  if (event.image) parts.unshift(pictureOf(event.image))
  for (const name of ['excerpt', 'description'] as const) {
    const text = safeDescription(event[name])
    if (text.length > 0) parts.push(element('div', { className: name }, text))
  }
  const article = element('article', { className: 'panel event-whole' }, parts)
  article.append(actions(event, article))
  return article
}

type Fact = readonly [label: string, ...values: readonly (Node | string)[]]

function factsOf(event: WireEvent): readonly Fact[] {
  const facts: Fact[] = []
  const venue = venueOf(event)
  if (event.status !== 'publish') facts.push([calendarTexts.statusLabel, statusText(event.status)])
  if (venue) facts.push([calendarTexts.where, placeText(venue)])
  if (event.organizer.length > 0)
    facts.push([calendarTexts.organizer, event.organizer.map(organizerText).join(', ')])
  if (event.cost !== '') facts.push([calendarTexts.cost, plainText(event.cost)])
  const website = safeAddress(plainText(event.website))
  if (website && website !== event.url) {
    facts.push([
      calendarTexts.website,
      element('a', { href: website, rel: 'noopener', target: '_blank', textContent: website }),
    ])
  }
  if (event.categories.length > 0) facts.push([calendarTexts.categories, namesOf(event.categories)])
  if (event.tags.length > 0) facts.push([calendarTexts.tags, namesOf(event.tags)])
  return facts
}

function namesOf(terms: readonly WireEventTerm[]): string {
  return terms.map(({ name }) => plainText(name)).join(', ')
}

function fact([label, ...values]: Fact): readonly HTMLElement[] {
  return [element('dt', { textContent: label }), element('dd', {}, values)]
}

function placeText({ venue, address = '', city = '', country = '' }: WireVenue): string {
  return [venue, address, city, country]
    .map(plainText)
    .filter((part) => part !== '')
    .join(', ')
}

function organizerText({ organizer, email = '' }: WireOrganizer): string {
  return email === '' ? plainText(organizer) : `${plainText(organizer)} (${plainText(email)})`
}

function actions(event: WireEvent, article: HTMLElement): HTMLElement {
  const edit = element('a', {
    className: 'button primary',
    href: calendarAddress({ kind: 'edit', id: event.id }),
    textContent: calendarTexts.edit,
  })
  const onRestored = (restored: WireEvent) => {
    const again = eventView(restored)
    article.replaceWith(again)
    again.querySelector('a')?.focus()
  }
  return element('div', { className: 'actions' }, [
    edit,
    ...publicPage(event),
    trashButton(event, article, { onRestored }),
  ])
}

/** A link to the page of the event for everybody. None before it is published. */
function publicPage({ status, url }: WireEvent): readonly HTMLElement[] {
  const href = status === 'publish' ? safeAddress(url) : undefined
  if (!href) return []
  const textContent = calendarTexts.eventPage
  return [
    element('a', {
      className: 'button',
      href: withLanguage(href),
      target: '_blank',
      rel: 'noopener',
      textContent,
    }),
  ]
}
