import type { PostSelection, Selected } from '../../model/selection.ts'
import type { CalendarState } from '../rows/state.ts'
import { matchesText } from '../texts/match-texts.ts'

/** The venues or organizers that match, newest publication first. */
export function selectPosts(
  { tables }: CalendarState,
  collection: 'venues' | 'organizers',
  { statuses, text, include, exclude, offset, limit }: PostSelection,
): Selected {
  const table = tables[collection]
  const [only, not] = [include && new Set(include), new Set(exclude)]
  const found = [...table.ids()].flatMap((id) => {
    const row = table.row(id)
    const matches =
      row &&
      statuses.includes(row.status) &&
      (!only || only.has(id)) &&
      !not.has(id) &&
      (!text || matchesText(row.text, text))
    return matches ? [row] : []
  })
  found.sort((a, b) => (a.date === b.date ? b.id - a.id : a.date < b.date ? 1 : -1))
  return { ids: found.slice(offset, offset + limit).map(({ id }) => id), total: found.length }
}
