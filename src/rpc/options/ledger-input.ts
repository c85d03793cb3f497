import type { MessageName, Messages } from '../../../proto/gen/ledger-schema.ts'
import { type CID, parseCid } from '../../codec/cid/cid.ts'
import { isDomainError } from '../../errors.ts'
import { decodeRecord } from '../../ledger/records/decode-record.ts'
import { recordFromJson } from '../../ledger/records/parse-json.ts'
import { clientError } from '../errors.ts'
import type { FormPart } from '../form/form-part.ts'
import { onlyFilePart, onlyPart } from '../form/only-part.ts'
import { only } from '../serve/only.ts'

/** Media types with which a body is the message itself, instead of a form. */
export const MESSAGE_TYPES = ['application/x-protobuf', 'application/json'] as const

/**
 * The first byte of a JSON message. No protobuf message of the ledger begins with it: it would be a group of
 * field 15.
 */
const BRACE = 0x7b

/**
 * The first byte of a CAR with one root: the length of its header. No genesis document begins with it: it would be
 * field 7.
 */
export const CAR_BYTE = 0x3a

const CAR_TYPE = 'application/vnd.ipld.car'

/** As {@link MESSAGE_TYPES}, for a whole ledger. */
export const STATE_TYPES = [...MESSAGE_TYPES, CAR_TYPE]

const FORMATS: ReadonlyMap<string, string> = new Map([
  ['application/json', 'json'],
  ['application/x-protobuf', 'protobuf'],
  [CAR_TYPE, 'car'],
])

/** The given format, or else that of the part's media type. `undefined` if both are absent. */
export function formatOf({ headers }: FormPart, format: string | undefined): string | undefined {
  return format ?? FORMATS.get(headers.get('content-type') ?? '')
}

export interface ReadMessageOptions {
  /** `json` or `protobuf`. When absent, decided by the media type, or else by the first byte. */
  readonly format: string | undefined
  readonly limitBytes: number
}

/**
 * Decodes the message of a body strictly. Throws `invalid-argument` for another format, and 3000 for an invalid
 * message.
 */
export async function readMessage<Name extends MessageName>(
  name: Name,
  body: AsyncIterable<FormPart>,
  options: ReadMessageOptions,
): Promise<Messages[Name]> {
  const part = await onlyFilePart(body)
  const format = formatOf(part, options.format)
  if (format !== undefined && format !== 'json' && format !== 'protobuf') {
    throw clientError('invalid-argument', `invalid format: ${format}`)
  }
  const bytes = await onlyPart(only(part), options)
  const isJson = format === 'json' || (format === undefined && bytes[0] === BRACE)
  return isJson ? recordFromJson(name, bytes) : decodeRecord(name, bytes, { strict: true })
}

/** Parses a root, if one was sent. Throws `invalid-argument` with Code 1 for an invalid CID. */
export function readRoot(name: string, text: string | undefined): CID | undefined {
  if (text === undefined) return undefined
  try {
    return parseCid(text)
  } catch (cause) {
    if (!isDomainError(cause)) throw cause
    throw clientError('invalid-argument', `invalid ${name}: ${cause.message}`)
  }
}
