import { DomainError } from '../../errors.ts'
import { multibaseFor } from '../cid/multibase.ts'
import { decodeDagJson } from '../dag-json/decode-dag-json.ts'
import type { DagCodec } from './dag-codecs.ts'
import { type DagMap, type DagValue, isList } from './dag-value.ts'

const BASE64PAD = multibaseFor('base64pad')

/**
 * Decodes the JSON form of dag-pb nodes in the 0.9 API, `{"data":"<base64>","links":[{"Name","Size","Cid"}]}`,
 * with links in any order, keys in any case, and also today's `Hash` and `Tsize`. Other JSON is an empty node,
 * as in 0.9.
 *
 * Throws `corrupt` for invalid JSON, `invalid-argument` for fields of another kind.
 */
export const decodeOldNode: DagCodec['decode'] = (bytes, limits) => {
  const value = decodeDagJson(bytes, limits)
  const fields = value instanceof Map ? folded(value) : new Map<string, DagValue>()
  const data = fields.get('data') ?? null
  const links = fields.get('links') ?? []
  if (!isList(links)) throw mistyped('links')
  const node = new Map<string, DagValue>()
  if (data !== null) node.set('Data', data instanceof Uint8Array ? data : bytesOf(data))
  return node.set('Links', links.map(linkOf))
}

function linkOf(value: DagValue): DagMap {
  if (!(value instanceof Map)) throw mistyped('links')
  const fields = folded(value)
  return new Map<string, DagValue>([
    ['Hash', fields.get('cid') ?? fields.get('hash') ?? null],
    ['Name', fields.get('name') ?? ''],
    ['Tsize', fields.get('size') ?? fields.get('tsize') ?? 0n],
  ])
}

/** Converts keys to lower case. Of two keys that differ only in case, the last one counts. */
function folded(map: DagMap): DagMap {
  return new Map([...map].map(([key, value]) => [key.toLowerCase(), value]))
}

function bytesOf(value: DagValue): Uint8Array {
  try {
    if (typeof value === 'string' && BASE64PAD) return BASE64PAD.decoder.decode(`M${value}`)
  } catch (cause) {
    throw mistyped('data', cause)
  }
  throw mistyped('data')
}

function mistyped(field: string, cause?: unknown): DomainError {
  return new DomainError('invalid-argument', `json: cannot unmarshal field ${field} of a dag-pb node`, {
    cause,
  })
}
