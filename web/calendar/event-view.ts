import { announce } from '../demo/announce.ts'
import { element } from '../demo/element.ts'
import { showProblem } from '../demo/problem.ts'
import { type CalendarEvent, type Named, venueOf } from './answers.ts'
import { calendar } from './calendar-api.ts'
import { addressOf } from './place.ts'
import { plainText, safeAddress, safeDescription } from './plain-text.ts'
import { startDay, whenText } from './when.ts'

/** One event with all that is known of it. */
export function eventView(event: CalendarEvent): HTMLElement {
  const facts = element('dl', { className: 'facts' }, factsOf(event).flatMap(fact))
  const parts: HTMLElement[] = [element('p', { className: 'when', textContent: whenText(event) }), facts]
  if (event.image) {
    const { url, width, height } = event.image
    parts.unshift(element('img', { className: 'picture', src: url, alt: '', width, height }))
  }
  parts.push(element('div', { className: 'description' }, safeDescription(event.description)), actions(event))
  return element('article', { className: 'panel event-whole' }, parts)
}

type Fact = readonly [label: string, ...values: readonly (Node | string)[]]

function factsOf(event: CalendarEvent): readonly Fact[] {
  const facts: Fact[] = []
  const venue = venueOf(event)
  if (event.status !== 'publish') facts.push(['Status', event.status])
  if (venue) facts.push(['Where', placeText(venue)])
  if (event.organizer.length > 0) facts.push(['Organizer', event.organizer.map(organizerText).join(', ')])
  if (event.cost !== '') facts.push(['Cost', plainText(event.cost)])
  const website = safeAddress(plainText(event.website))
  if (website && website !== event.url) {
    facts.push([
      'Website',
      element('a', { href: website, rel: 'noopener', target: '_blank', textContent: website }),
    ])
  }
  const terms = [...event.categories, ...event.tags].map(({ name }) => plainText(name))
  if (terms.length > 0) facts.push(['Topics', terms.join(', ')])
  return facts
}

function fact([label, ...values]: Fact): readonly HTMLElement[] {
  return [element('dt', { textContent: label }), element('dd', {}, values)]
}

function placeText({ venue = '', address = '', city = '', country = '' }: Named): string {
  return [venue, address, city, country]
    .map(plainText)
    .filter((part) => part !== '')
    .join(', ')
}

function organizerText({ organizer = '', email = '' }: Named): string {
  return email === '' ? plainText(organizer) : `${plainText(organizer)} (${plainText(email)})`
}

function actions(event: CalendarEvent): HTMLElement {
  const edit = element('a', {
    className: 'button primary',
    href: addressOf({ kind: 'edit', id: event.id }),
    textContent: 'Edit',
  })
  const remove = element('button', { type: 'button', textContent: 'Move to trash' })
  remove.addEventListener('click', () => void removed(event, remove).catch(showProblem))
  return element('div', { className: 'actions' }, [edit, remove])
}

/** The first press asks, the second does it. */
async function removed(event: CalendarEvent, button: HTMLButtonElement): Promise<void> {
  if (button.dataset['asked'] === undefined) {
    button.dataset['asked'] = ''
    button.textContent = 'Press again to move it to the trash'
    return
  }
  button.disabled = true
  try {
    await calendar.remove(event.id)
  } finally {
    button.disabled = false
  }
  announce('The event is in the trash.')
  location.hash = addressOf({ kind: 'month', day: startDay(event) })
}
