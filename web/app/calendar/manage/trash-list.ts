import type { WireEvent, WireOrganizer, WireVenue } from '../../../../src/calendar/wire.ts'
import { announce } from '../../announce.ts'
import { element } from '../../element.ts'
import { numberText } from '../../language/counted.ts'
import { onPress } from '../../on-press.ts'
import { calendarApi } from '../calendar-api.ts'
import { calendarTexts } from '../calendar-texts.ts'
import { plainText } from '../plain-text.ts'
import { whenText } from '../when.ts'

/** Something in the trash. */
interface Trashed {
  readonly collection: 'events' | 'venues' | 'organizers'
  readonly id: number
  readonly name: string
  readonly about: string
}

export interface TrashList {
  readonly shown: HTMLElement
  readonly note: string
}

/** The first 50 events, venues and organizers of the trash, each with a button that restores it. */
export async function trashList(signal: AbortSignal): Promise<TrashList> {
  const query = { status: 'trash', per_page: '50' }
  // Without dates, a list of events begins yesterday.
  const [events, venues, organizers] = await Promise.all([
    calendarApi.page<WireEvent>('events', { ...query, starts_after: '1000-01-01' }, signal),
    calendarApi.page<WireVenue>('venues', query, signal),
    calendarApi.page<WireOrganizer>('organizers', query, signal),
  ])
  const trashed: readonly Trashed[] = [
    ...events.entries.map((event) => ({
      collection: 'events' as const,
      id: event.id,
      name: plainText(event.title),
      about: calendarTexts.trashedEvent(whenText(event)),
    })),
    ...venues.entries.map(({ id, venue }) => ({
      collection: 'venues' as const,
      id,
      name: plainText(venue),
      about: calendarTexts.venue,
    })),
    ...organizers.entries.map(({ id, organizer }) => ({
      collection: 'organizers' as const,
      id,
      name: plainText(organizer),
      about: calendarTexts.organizer,
    })),
  ]
  const total = events.total + venues.total + organizers.total
  const items = trashed.map((each) => element('li', { className: 'panel' }, [trashedLine(each)]))
  const note =
    trashed.length < total ? calendarTexts.firstOf(numberText(trashed.length), numberText(total)) : ''
  return {
    shown: element('ul', { className: 'entries' }, items),
    note: total === 0 ? calendarTexts.trashEmpty : note,
  }
}

function trashedLine({ collection, id, name, about }: Trashed): HTMLElement {
  const isEvent = collection === 'events'
  const restore = element('button', {
    type: 'button',
    textContent: isEvent ? calendarTexts.restoreDraft : calendarTexts.restore,
    ariaLabel: isEvent ? calendarTexts.restoreDraftName(name) : calendarTexts.restoreName(name),
  })
  const state = element('p', { className: 'muted', textContent: about })
  onPress(restore, async () => {
    // The API does not return the status that it had. A draft shows nothing that was hidden before.
    await calendarApi.put(collection, id, { status: isEvent ? 'draft' : 'publish' })
    const said = isEvent ? calendarTexts.restoredDraft : calendarTexts.restored
    announce(`${name}: ${said}`)
    state.textContent = said
    restore.hidden = true
  })
  return element('div', { className: 'bar' }, [
    element('div', {}, [element('strong', { textContent: name }), state]),
    restore,
  ])
}
