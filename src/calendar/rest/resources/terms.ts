import { isSubstantialText, toInteger, toList } from './checks.ts'
import type { Check, Fields } from './field.ts'
import { PAGING_FIELDS } from './paging-fields.ts'
import { isListedEvent, termId } from './reference-checks.ts'
import type { Resource } from './resource.ts'

type Terms = 'categories' | 'tags'

const areKnown =
  (collection: Terms): Check =>
  (value, { view }) => {
    const list = toList(value)
    return list?.every((named) => termId(view, { collection, named }) !== undefined) ?? false
  }

const isCategory: Check = (value, { view }) => view.row('categories', toInteger(value) ?? 0) !== undefined

/** A category, or 0 for those without a parent. */
const isParentFilter: Check = (value, scope) => toInteger(value) === 0 || isCategory(value, scope)

/** Only categories have parents, and a tag that is sent one is refused by its rules. */
const query = (collection: Terms) =>
  ({
    ...PAGING_FIELDS,
    search: { about: 'Text in name or slug', type: 'string', check: isSubstantialText },
    exclude: { about: 'Ids to leave out', items: 'integer', described: 'array', check: areKnown(collection) },
    include: {
      about: 'Ids to choose from',
      items: 'integer',
      described: 'array',
      check: areKnown(collection),
    },
    order: { about: 'asc or desc', type: 'string', check: isSubstantialText },
    orderby: { about: 'Attribute to sort by', type: 'string', check: isSubstantialText },
    hide_empty: { about: 'Leave out terms without published events', type: 'boolean', default: '1' },
    ...(collection === 'categories' && {
      parent: { about: 'Children of this category', type: 'integer', check: isParentFilter },
    }),
    post: { about: 'Terms of this event', type: 'integer', check: isListedEvent },
    event: { about: 'Terms of this event', type: 'integer', check: isListedEvent },
    slug: { about: 'Slug', type: 'string', check: isSubstantialText },
  }) as const satisfies Fields

const FIELDS = {
  name: { about: 'Name', type: 'string', required: true, check: isSubstantialText },
  description: { about: 'Description', type: 'string', check: isSubstantialText },
  slug: { about: 'Slug', type: 'string', check: isSubstantialText },
} as const satisfies Fields

export const CATEGORIES: Resource = {
  collection: 'categories',
  item: 'category',
  schema: 'Term',
  type: 'cal_events_cat',
  bySlug: false,
  query: query('categories'),
  fields: { ...FIELDS, parent: { about: 'Id of the parent', type: 'integer', check: isCategory } },
  documented: { keyInBody: true },
}

export const TAGS: Resource = {
  collection: 'tags',
  item: 'tag',
  schema: 'Term',
  type: 'post_tag',
  bySlug: false,
  query: query('tags'),
  fields: FIELDS,
}
