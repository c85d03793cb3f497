import type { EventSelection } from '../model/selection.ts'
import { postAddress } from '../rest/print/post-address.ts'
import type { Scope } from '../rest/scope.ts'
import { renderTitle } from '../text/render-title.ts'
import { whenText } from './event-content.ts'
import { linkTo, withoutTags } from './page-html.ts'

/** Of more than these a page shows the first. */
const MOST_EVENTS = 50

/** The published events that are to come or run, as a list of links. */
export async function comingEvents(
  chosen: Pick<EventSelection, 'venues' | 'organizers' | 'categories' | 'tags'>,
  scope: Scope,
): Promise<string> {
  const { view, nowMs, signal } = scope
  const { ids } = await view.selectEvents(
    { ...chosen, statuses: ['publish'], ends: { from: nowMs }, offset: 0, limit: MOST_EVENTS },
    { signal },
  )
  const items = await view.read('events', ids, { signal })
  if (items.length === 0) return '<h2>Events</h2>\n<p>None is to come.</p>\n'
  const lines = items.map(({ id, record }) => {
    const address = postAddress(scope, { collection: 'events', id, ...record })
    return `<li>${linkTo(address, withoutTags(renderTitle(record.title)))}, ${whenText(record, scope)}</li>\n`
  })
  return `<h2>Events</h2>\n<ul>\n${lines.join('')}</ul>\n`
}
