import type { Uid } from '../model/records.ts'
import { refuse } from '../model/refusal.ts'
import { toWall } from '../time/wall-clock.ts'
import type { Planning } from './planning.ts'

/**
 * The picture that a request names, by id or address, as the uid of its record; `null` for none. The same
 * address is stored once. Refuses a picture that is not there any more.
 */
export function namedImage(named: number | string | null, planning: Planning): Uid | null {
  if (named === null) return null
  const { view, fetchedImages, actor, nowMs, siteZone } = planning
  const id = typeof named === 'number' ? named : idBySource(named, planning)
  if (id !== undefined) {
    if (!view.row('images', id)) throw refuse({ kind: 'invalid', field: 'image' })
    return view.uidOf('images', id)
  }
  const fetched = fetchedImages.get(String(named))
  if (fetched === undefined || fetched === 'unusable') throw refuse({ kind: 'invalid', field: 'image' })
  const created = view.create('images', {
    ...fetched,
    author: actor?.id ?? 0,
    date: toWall(nowMs, siteZone),
  })
  return view.uidOf('images', created)
}

/** The picture that came from an address, if one has. */
function idBySource(address: string, { view }: Pick<Planning, 'view'>): number | undefined {
  for (const { id, source } of view.rows('images')) if (source === address) return id
  return undefined
}
