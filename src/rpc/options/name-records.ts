import { collectBytes } from '../../codec/bytes/collect-bytes.ts'
import { type PeerId, parsePeerId } from '../../codec/cid/peer-id.ts'
import { DomainError, isDomainError } from '../../errors.ts'
import type { Names } from '../../names/names.ts'
import { decodeNameRecord, MAX_RECORD_BYTES, type NameRecord } from '../../names/record/name-record.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { SearchNameOptions } from '../../unixfs/dag/path-reader.ts'
import type { FormPart } from '../form/form-part.ts'
import { onlyFilePart } from '../form/only-part.ts'

/** Parses a name, with or without the prefix of its path. Throws `invalid-argument`. */
export function nameArgument(text: string): PeerId {
  return parsePeerId(text.replace(/^\/(ipns|nms)\//, ''))
}

/**
 * The name in a key of the routing system. Throws `invalid-argument` for any other key, including those of public keys
 * (`/pk/…`).
 */
export function nameOfRoutingKey(key: string): PeerId {
  const [, name] = /^\/(?:ipns|nms)\/([^/]+)$/.exec(key) ?? []
  if (name === undefined) throw new DomainError('invalid-argument', 'invalid key')
  return parsePeerId(name)
}

/** The newest record of a name, of this node and of others. Throws `not-found` with the reference's text. */
export async function newestRecord(
  names: Pick<Names, 'search'>,
  name: PeerId,
  options: SearchNameOptions,
): Promise<NameRecord> {
  let newest: NameRecord | undefined
  for await (const record of names.search(name, options)) newest = record
  if (newest) return newest
  throw new DomainError('not-found', 'routing: not found')
}

/** Reads the record in a request, up to the maximum size of records. Throws the errors of `decodeNameRecord`. */
export async function readNameRecord(
  body: AsyncIterable<FormPart>,
  options: AbortOptions,
): Promise<NameRecord> {
  return decodeNameRecord(await recordBytes(body, options))
}

/** The bytes of the record in a request. Throws `too-large`. */
export async function recordBytes(body: AsyncIterable<FormPart>, options: AbortOptions): Promise<Uint8Array> {
  const { content } = await onlyFilePart(body)
  const tooLarge = () => new DomainError('too-large', 'record exceeds allowed size limit')
  return collectBytes(content, { ...options, maxBytes: MAX_RECORD_BYTES, tooLarge })
}

/** Adds an introduction to the message of an error, and keeps its code. */
export async function named<T>(words: string, work: Promise<T> | (() => T)): Promise<T> {
  try {
    return await (typeof work === 'function' ? work() : work)
  } catch (error) {
    throw isDomainError(error)
      ? new DomainError(error.code, `${words}: ${error.message}`, { cause: error, details: error.details })
      : error
  }
}
