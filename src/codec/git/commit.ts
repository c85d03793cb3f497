import { type DagMap, type DagValue, isList } from '../ipld/dag-value.ts'
import { gitRefusal, hexOf, lineOf, linkOfHex, textOf, unreadable } from './fields.ts'
import type { TextLines } from './lines.ts'
import { decodePerson, encodePerson } from './person.ts'
import { tagFields } from './tag.ts'

const OPTIONAL = ['author', 'committer', 'encoding', 'signature']
const SIGNATURE_BEGIN = '-----BEGIN PGP SIGNATURE-----'
const SIGNATURE_END = ' -----END PGP SIGNATURE-----'

/**
 * Decodes a commit. `author`, `committer`, `encoding` and `signature` are null when absent. `signature` is the
 * text between its first and last line. Unknown header lines are in `other`. Throws `corrupt`.
 */
export function decodeCommit(lines: TextLines): DagMap {
  const parents: DagValue[] = []
  const mergetag: DagValue[] = []
  const other: DagValue[] = []
  const single = new Map<string, DagValue>(OPTIONAL.map((name) => [name, null]))
  for (let line = lines.next(); line !== undefined && line !== ''; line = lines.next()) {
    const [name = ''] = line.split(' ', 1)
    const value = line.slice(name.length + 1)
    if (name === 'tree') single.set(name, linkOfHex(value))
    else if (name === 'parent') parents.push(linkOfHex(value))
    else if (name === 'author' || name === 'committer') single.set(name, decodePerson(value))
    else if (name === 'encoding') single.set(name, value)
    else if (name === 'gpgsig') single.set('signature', readSignature(lines))
    else if (line.startsWith('mergetag object ')) mergetag.push(readMergeTag(value, lines))
    else other.push(line)
  }
  if (!single.has('tree')) throw unreadable('a commit has no tree')
  return new Map<string, DagValue>([
    ...single,
    ['parents', parents],
    ['message', lines.rest()],
    ['mergetag', mergetag],
    ['other', other],
  ])
}

export function encodeCommit(commit: DagMap): string {
  const has = (name: string) => (commit.get(name) ?? null) !== null
  return [
    `tree ${hexOf(commit.get('tree'))}\n`,
    ...listOf(commit, 'parents').map((parent) => `parent ${hexOf(parent)}\n`),
    ...['author', 'committer'].filter(has).map((name) => `${name} ${encodePerson(commit.get(name))}\n`),
    has('encoding') ? `encoding ${lineOf(commit, 'encoding')}\n` : '',
    ...listOf(commit, 'mergetag').map(encodeMergeTag),
    has('signature') ? `gpgsig ${SIGNATURE_BEGIN}\n${textOf(commit, 'signature')}${SIGNATURE_END}\n` : '',
    ...listOf(commit, 'other').map((line) => `${lineOf(new Map([['other', line]]), 'other')}\n`),
    `\n${textOf(commit, 'message')}`,
  ].join('')
}

/** Continuation lines begin with a space, which is kept. */
function readSignature(lines: TextLines): string {
  let text = ''
  for (let line = lines.next(); line !== SIGNATURE_END; line = lines.next()) {
    if (!line?.startsWith(' ')) throw unreadable('a signature does not end')
    text += `${line}\n`
  }
  return text
}

/** Lines of the embedded tag begin with a space. Those of its message keep it, as in the reference. */
function readMergeTag(object: string, lines: TextLines): DagMap {
  const headers = new Map([['object', object.slice('object '.length)]])
  const continued = () => (lines.peek()?.startsWith(' ') ? lines.next() : undefined)
  for (let line = continued(); line !== undefined && line !== ' '; line = continued()) {
    const [name = ''] = line.slice(1).split(' ', 1)
    headers.set(name, line.slice(name.length + 2))
  }
  let message = ''
  for (let line = continued(); line !== undefined; line = continued()) message += `${line}\n`
  return tagFields(headers, message)
}

function encodeMergeTag(value: DagValue): string {
  if (!(value instanceof Map)) throw gitRefusal('a merged tag is no map')
  const [type, tag] = [lineOf(value, 'type'), lineOf(value, 'tag')]
  const tagger = encodePerson(value.get('tagger'))
  const head = `mergetag object ${hexOf(value.get('object'))}\n type ${type}\n tag ${tag}\n tagger ${tagger}\n \n`
  return head + textOf(value, 'message')
}

function listOf(fields: DagMap, name: string): readonly DagValue[] {
  const value = fields.get(name) ?? []
  if (!isList(value)) throw gitRefusal(`field "${name}" is no list`)
  return value
}
