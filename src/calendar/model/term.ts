import type { FieldTable, RecordOf } from './field.ts'

/** The fields of a tag. `parent` is `null` in tags. Spec: calendar facts, section 15. */
export const TAG_FIELDS = {
  uid: { stored: 'text' },
  name: {
    stored: 'text',
    wire: 'name',
    reads: 'text',
    about: 'Name',
    type: 'string',
    required: true,
    check: 'substantial',
  },
  description: {
    stored: 'text',
    wire: 'description',
    reads: 'text',
    about: 'Description',
    type: 'string',
    check: 'substantial',
  },
  slug: {
    stored: 'text',
    wire: 'slug',
    reads: 'string',
    about: 'Slug',
    type: 'string',
    check: 'substantial',
  },
  parent: { stored: 'text or null' },
} as const satisfies FieldTable

/** The fields of a category. */
export const CATEGORY_FIELDS = {
  ...TAG_FIELDS,
  parent: {
    stored: 'text or null',
    wire: 'parent',
    reads: 'integer',
    about: 'Id of the parent',
    type: 'integer',
    check: 'category',
  },
} as const satisfies FieldTable

export type TermRecord = RecordOf<typeof TAG_FIELDS>
