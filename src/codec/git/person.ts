import type { DagMap, DagValue } from '../ipld/dag-value.ts'
import { gitRefusal, lineOf, unreadable } from './fields.ts'

const FIELDS = ['date', 'timezone', 'email', 'name']

/** Decodes `name <email> seconds zone`. Missing parts are empty. Throws `corrupt`. */
export function decodePerson(line: string): DagMap {
  const [, name = '', email = '', date = '', timezone = ''] =
    /^([^<]*)<([^>]*)>(?: (\S*)(?: (\S*))?)?/.exec(line) ?? []
  if (!line.includes('<')) throw unreadable('a person has no address')
  return person({ name: name.trim(), email, date, timezone })
}

/** The person of a tag without a tagger. */
export const EMPTY_PERSON = person({})

/** Encodes a person. Throws `invalid-argument` for a value that git cannot represent in a line. */
export function encodePerson(value: DagValue | undefined): string {
  if (!(value instanceof Map)) throw gitRefusal('a person is no map')
  const [date = '', timezone = '', email = '', name = ''] = FIELDS.map((field) => lineOf(value, field))
  const when = [date, timezone].filter((part) => part !== '').map((part) => ` ${part}`)
  return `${name} <${email}>${when.join('')}`
}

function person(texts: Readonly<Record<string, string>>): DagMap {
  return new Map(FIELDS.map((field) => [field, texts[field] ?? '']))
}
