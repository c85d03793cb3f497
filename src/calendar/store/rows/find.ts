import { equalBytes } from '../../../codec/bytes/bytes.ts'
import type { Collection } from '../../model/records.ts'
import { lowerPlace, numbersFrom, type SortedList } from '../indexes/sorted-list.ts'
import { hashedKey, idOfHashedKey, MAX_ID } from '../texts/text-hash.ts'
import type { CalendarState } from './state.ts'

const ENCODER = new TextEncoder()

/** The oldest with that slug among what is not in the trash, else among what is. */
export function idBySlug(state: CalendarState, collection: Collection, slug: string): number | undefined {
  const bytes = ENCODER.encode(slug)
  let trashed: number | undefined
  for (const id of idsHashedAs(state.slugs[collection](), bytes)) {
    const held = state.tables[collection].slugBytes(id)
    if (!held || !equalBytes(held, bytes)) continue
    if (!isTrashed(state, collection, id)) return id
    trashed ??= id
  }
  return trashed
}

export function idByUid(state: CalendarState, collection: Collection, uid: string): number | undefined {
  const bytes = ENCODER.encode(uid)
  for (const id of idsHashedAs(state.uids[collection](), bytes)) {
    const held = state.tables[collection].uidBytes(id)
    if (held && equalBytes(held, bytes)) return id
  }
  return undefined
}

function isTrashed({ tables }: CalendarState, collection: Collection, id: number): boolean {
  const row = tables[collection].row(id)
  return row !== undefined && 'status' in row && row.status === 'trash'
}

/** Ascending. */
function* idsHashedAs(list: SortedList, bytes: Uint8Array): Generator<number, void> {
  const first = hashedKey(bytes, 0)
  for (const key of numbersFrom(
    list,
    lowerPlace(list, (held) => held - first),
  )) {
    if (key >= first + MAX_ID) return
    yield idOfHashedKey(key)
  }
}
