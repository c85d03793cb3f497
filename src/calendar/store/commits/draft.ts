import { multibaseFor } from '../../../codec/cid/multibase.ts'
import { DomainError } from '../../../errors.ts'
import type { AbortOptions } from '../../../ports/abort.ts'
import type { Random } from '../../../ports/random.ts'
import {
  type CalendarDraft,
  type CalendarItem,
  type CalendarView,
  MAX_CHANGES,
} from '../../model/calendar.ts'
import { type Collection, isRecordOf, type Records, type Uid } from '../../model/records.ts'
import { MAX_ID } from '../indexes/ids.ts'
import { type DerivedIndexes, deriveRow, eventText } from '../rows/derive-row.ts'
import { type CalendarState, withEntry } from '../rows/state.ts'
import { type CreateViewOptions, createView, idByUid } from '../rows/view.ts'
import { overlaidTexts } from '../texts/text-cache.ts'
import { FIRST_POST, FIRST_TERM } from './head-and-log.ts'

/** A record changed by a plan and not yet committed. */
export interface Pending<C extends Collection> {
  readonly collection: C
  readonly id: number
  readonly uid: Uid
  /** Absent when it was removed. */
  readonly record: Records[C] | undefined
}

/** The result of a plan. */
export interface Planned {
  readonly base: CalendarState
  /** Rows of changed records have no CID yet. */
  readonly state: CalendarState
  readonly pending: readonly Pending<Collection>[]
  /** Folded texts of changed events. */
  readonly texts: ReadonlyMap<number, string>
  readonly nextPost: number
  readonly nextTerm: number
}

export interface DraftOptions extends Pick<CreateViewOptions, 'readRecord' | 'readIntact' | 'texts'> {
  readonly base: CalendarState
  readonly random: Random
  readonly derivedIndexes: Pick<DerivedIndexes, 'fold' | 'instantOf'>
}

const UID_BYTES = 16

/**
 * Creates a draft over a state. `planned` gives the changes made on it so far. A change beyond the maximum of a commit
 * throws `too-large` at once, so that a plan that makes too many ends early.
 */
export function createDraft({ base, random, derivedIndexes, texts, ...readers }: DraftOptions): {
  readonly draft: CalendarDraft
  planned(): Planned
} {
  const height = (base.head?.height ?? 0) + 1
  const pending = new Map<string, Pending<Collection>>()
  const changedTexts = new Map<number, string>()
  let nextPost = base.head?.nextPost ?? FIRST_POST
  let nextTerm = base.head?.nextTerm ?? FIRST_TERM
  let state = base

  const view = createView({
    ...readers,
    state: () => state,
    texts: async (options) => overlaidTexts(await texts(options), changedTexts, height),
  })
  const indexes: DerivedIndexes = {
    ...derivedIndexes,
    idOf: (collection, uid) => (uid === null ? 0 : (idByUid(state, collection, uid) ?? 0)),
  }
  const set = <C extends Collection>(changed: Pending<C>) => {
    const { collection, id, record } = changed
    const name = nameOf(collection, id)
    if (pending.size === MAX_CHANGES && !pending.has(name)) {
      const limit = `a commit has at most ${MAX_CHANGES} changes`
      throw new DomainError('too-large', `Cannot change ${collection} ${id}: ${limit}`)
    }
    const entry = record && { row: deriveRow(collection, { id, record }, indexes), cid: undefined }
    state = withEntry(state, collection, { id, entry, height })
    pending.set(name, changed)
    if (isIn('events', changed) && changed.record) changedTexts.set(id, eventText(changed.record, indexes))
  }
  const nextId = (collection: Collection) => {
    if (Math.max(nextPost, nextTerm) >= MAX_ID) {
      throw new DomainError('too-large', `Cannot create record: all ${MAX_ID} ids are used`)
    }
    if (collection === 'categories' || collection === 'tags') {
      nextTerm += 1
      return nextTerm - 1
    }
    nextPost += 1
    return nextPost - 1
  }

  const draft: CalendarDraft = {
    ...view,
    head: base.head?.commit,
    async read<C extends Collection>(collection: C, ids: readonly number[], options?: AbortOptions) {
      const items = ids.map(async (id): Promise<readonly CalendarItem<C>[]> => {
        const held = pending.get(nameOf(collection, id))
        if (!held) return view.read(collection, [id], options)
        return isIn(collection, held) && held.record ? [{ id, record: held.record }] : []
      })
      return (await Promise.all(items)).flat()
    },
    create<C extends Collection>(collection: C, record: Omit<Records[C], 'uid'>) {
      const uid = newUid(random)
      const whole = { ...record, uid }
      if (!isRecordOf(collection, whole)) {
        throw new DomainError(
          'invalid-argument',
          `Cannot create record of ${collection}: a field is missing or of a wrong type`,
        )
      }
      const id = nextId(collection)
      set({ collection, id, uid, record: whole })
      return id
    },
    replace(collection, id, record) {
      const uid = uidOf(view, collection, id)
      if (record.uid !== uid) {
        throw new DomainError('invalid-argument', `Cannot replace ${collection} ${id}: another uid`)
      }
      set({ collection, id, uid, record })
    },
    remove(collection, id) {
      set({ collection, id, uid: uidOf(view, collection, id), record: undefined })
    },
    uidOf: (collection, id) => uidOf(view, collection, id),
    changesLeft: () => MAX_CHANGES - pending.size,
  }
  return {
    draft,
    planned: () => ({
      base,
      state,
      pending: [...pending.values()],
      texts: changedTexts,
      nextPost,
      nextTerm,
    }),
  }
}

function nameOf(collection: Collection, id: number): string {
  return `${collection}/${id}`
}

function isIn<C extends Collection>(
  collection: C,
  pending: Pending<Collection>,
): pending is Pending<Collection> & Pending<C> {
  return pending.collection === collection
}

function newUid(random: Random): Uid {
  const encoded = multibaseFor('base32')?.encoder.encode(random.bytes(UID_BYTES)) ?? ''
  return encoded.slice(1)
}

function uidOf(view: CalendarView, collection: Collection, id: number): Uid {
  const row = view.row(collection, id)
  if (row) return row.uid
  throw new DomainError('not-found', `Cannot change ${collection} ${id}: no such record`)
}
