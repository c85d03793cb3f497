import type { Uid } from '../model/records.ts'
import { toInteger } from '../rest/resources/values.ts'
import { invalidParameter } from '../rest/rest-error.ts'
import type { WriteScope } from '../rest/scope.ts'
import { toWall } from '../time/wall-clock.ts'

/**
 * The picture that a request names, by id or address, as the uid of its record; `null` for none. The same
 * address is stored once. Throws the error of a refused parameter when the picture is not there any more.
 */
export function sentImage(value: unknown, scope: WriteScope): Uid | null {
  if (value === '' || value === null) return null
  const { view, fetchedImages, actor, nowMs, siteZone } = scope
  const id = toInteger(value) ?? idBySource(value, scope)
  if (id !== undefined) {
    if (!view.row('images', id)) throw invalidParameter('image')
    return view.uidOf('images', id)
  }
  const fetched = fetchedImages.get(String(value))
  if (fetched === undefined || fetched === 'unusable') throw invalidParameter('image')
  const created = view.create('images', {
    ...fetched,
    author: actor?.id ?? 0,
    date: toWall(nowMs, siteZone),
  })
  return view.uidOf('images', created)
}

/** The picture that came from an address, if one has. */
function idBySource(value: unknown, { view }: Pick<WriteScope, 'view'>): number | undefined {
  for (const { id, source } of view.rows('images')) if (source === value) return id
  return undefined
}
