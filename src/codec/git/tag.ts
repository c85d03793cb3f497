import type { DagMap, DagValue } from '../ipld/dag-value.ts'
import { hexOf, lineOf, linkOfHex, textOf, unreadable } from './fields.ts'
import type { TextLines } from './lines.ts'
import { decodePerson, EMPTY_PERSON, encodePerson } from './person.ts'

/** Decodes an annotated tag. Unknown header lines are dropped, as by the reference. Throws `corrupt`. */
export function decodeTag(lines: TextLines): DagMap {
  const headers = new Map<string, string>()
  for (let line = lines.next(); line !== undefined && line !== ''; line = lines.next()) {
    const [name = ''] = line.split(' ', 1)
    headers.set(name, line.slice(name.length + 1))
  }
  return tagFields(headers, lines.rest())
}

/** The fields of a tag, or of a tag that is embedded in a merge commit. */
export function tagFields(headers: ReadonlyMap<string, string>, message: string): DagMap {
  const object = headers.get('object')
  const tagger = headers.get('tagger')
  if (object === undefined) throw unreadable('a tag has no object')
  return new Map<string, DagValue>([
    ['object', linkOfHex(object)],
    ['type', headers.get('type') ?? ''],
    ['tag', headers.get('tag') ?? ''],
    ['tagger', tagger === undefined ? EMPTY_PERSON : decodePerson(tagger)],
    ['message', message],
  ])
}

export function encodeTag(tag: DagMap): string {
  const message = textOf(tag, 'message')
  const tagger = encodePerson(tag.get('tagger') ?? EMPTY_PERSON)
  return [
    ...[
      `object ${hexOf(tag.get('object'))}\n`,
      `type ${lineOf(tag, 'type')}\n`,
      `tag ${lineOf(tag, 'tag')}\n`,
    ],
    // Tags of git's first years have no tagger.
    tagger === encodePerson(EMPTY_PERSON) ? '' : `tagger ${tagger}\n`,
    message === '' ? '' : `\n${message}`,
  ].join('')
}
