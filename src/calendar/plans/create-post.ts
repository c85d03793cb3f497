import type { OrganizerRecord, VenueRecord } from '../model/places.ts'
import type { PostRecord } from '../model/records.ts'
import type { OrganizerRow, VenueRow } from '../model/rows.ts'
import type { SentParameters } from '../rest/read/read-query.ts'
import { restError } from '../rest/rest-error.ts'
import type { WriteScope } from '../rest/scope.ts'
import { nextSlug } from '../rules/next-slug.ts'
import { mayEdit, mayList } from '../rules/rights.ts'
import { text } from './sent-text.ts'
import { nextOrganizer } from './write-organizer.ts'
import { nextVenue } from './write-venue.ts'

/**
 * Stores a venue and returns its id. One that has the name already, whatever its case, and no other description
 * than the one sent, stands for the new one: its contact data is changed where the actor may change it.
 * Spec: calendar facts, section 11.2.
 */
export function createVenue(sent: SentParameters, scope: WriteScope): Promise<number> {
  const { view, signal } = scope
  return createOrChange<VenueRecord>(sent, {
    item: 'venue',
    collection: 'venues',
    scope,
    next: nextVenue,
    rows: () => view.rows('venues'),
    read: async (id) => (await view.read('venues', [id], { signal }))[0]?.record,
    create: (record) => view.create('venues', record),
    replace: (id, record) => view.replace('venues', id, { ...record, uid: view.uidOf('venues', id) }),
  })
}

/** The same for an organizer. */
export function createOrganizer(sent: SentParameters, scope: WriteScope): Promise<number> {
  const { view, signal } = scope
  return createOrChange<OrganizerRecord>(sent, {
    item: 'organizer',
    collection: 'organizers',
    scope,
    next: nextOrganizer,
    rows: () => view.rows('organizers'),
    read: async (id) => (await view.read('organizers', [id], { signal }))[0]?.record,
    create: (record) => view.create('organizers', record),
    replace: (id, record) => view.replace('organizers', id, { ...record, uid: view.uidOf('organizers', id) }),
  })
}

interface NextOptions<R> {
  readonly scope: WriteScope
  readonly id: number | undefined
  readonly previous?: R | undefined
}

interface Named<R extends PostRecord> {
  readonly item: 'venue' | 'organizer'
  readonly collection: 'venues' | 'organizers'
  readonly scope: WriteScope
  readonly next: (sent: SentParameters, options: NextOptions<R>) => Omit<R, 'uid'>
  readonly rows: () => Iterable<VenueRow | OrganizerRow>
  readonly read: (id: number) => Promise<R | undefined>
  readonly create: (record: Omit<R, 'uid'>) => number
  readonly replace: (id: number, record: Omit<R, 'uid'>) => void
}

async function createOrChange<R extends PostRecord>(sent: SentParameters, named: Named<R>): Promise<number> {
  const { item, collection, scope, next } = named
  const given = without(sent, 'slug')
  const name = text(given, item).trim()
  if (name === '')
    throw restError(`could-not-create-${item}`, `The ${item} could not be created from the provided data`, {
      status: 400,
    })
  const twin = await sameNamed(given, { name, named })
  if (twin) {
    const { id, record: previous } = twin
    const { modifiedUtc } = previous
    if (mayEdit(scope.actor, previous))
      named.replace(id, { ...next(mergeable(given, item), { scope, id, previous }), modifiedUtc })
    return id
  }
  const record = next(given, { scope, id: undefined })
  const id = named.create(record)
  if (slugIn(record) === '') {
    const status = statusIn(record)
    const slug = nextSlug(scope, { collection, id, sent: undefined, name, status, previous: undefined })
    named.replace(id, { ...record, slug })
  }
  return id
}

const slugIn = ({ slug }: Pick<PostRecord, 'slug'>) => slug
const statusIn = ({ status }: Pick<PostRecord, 'status'>) => status

/** What is sent of these, besides the name, changes nothing of one that is there already. */
const KEPT = ['status', 'author', 'date', 'date_utc']

/** What a merge changes: maps are shown unless the request says otherwise, and an empty description stays out. */
function mergeable(sent: SentParameters, item: 'venue' | 'organizer'): SentParameters {
  const kept = text(sent, 'description') === '' ? [...KEPT, 'description'] : KEPT
  return new Map([['show_map', true], ['show_map_link', true], ...without(sent, item, ...kept)])
}

function without(sent: SentParameters, ...names: readonly string[]): SentParameters {
  return new Map([...sent].filter(([key]) => !names.includes(key)))
}

/** The oldest that counts as the same; one that the actor may not see counts for nothing. */
async function sameNamed<R extends PostRecord>(
  sent: SentParameters,
  { name, named }: { readonly name: string; readonly named: Named<R> },
): Promise<{ readonly id: number; readonly record: R } | undefined> {
  const wanted = name.toLowerCase()
  const description = text(sent, 'description')
  for (const row of named.rows()) {
    if (row.name !== wanted || row.status === 'trash' || !mayList(named.scope.actor, row)) continue
    const record = await named.read(row.id)
    if (record && (description === '' || record.description === description)) return { id: row.id, record }
  }
  return undefined
}
