import type { MessageName, Messages } from '../../../proto/gen/ledger-schema.ts'
import { type CID, parseCid } from '../../codec/cid/cid.ts'
import { isDomainError } from '../../errors.ts'
import { decodeRecord } from '../../ledger/records/decode-record.ts'
import { recordFromJson } from '../../ledger/records/parse-json.ts'
import { clientError } from '../errors.ts'
import type { FormPart } from '../form/multipart.ts'
import { onlyFilePart, onlyPart } from '../form/only-part.ts'
import { only } from '../serve/only.ts'

/** Media types under which a body is itself the message, without a form around it. */
export const MESSAGE_TYPES = ['application/x-protobuf', 'application/json'] as const

/** A form of the same message that no protobuf of ours begins with: a group of field 15. */
const BRACE = 0x7b

const CAR_TYPE = 'application/vnd.ipld.car'

/** As {@link MESSAGE_TYPES}, for a whole ledger. */
export const STATE_TYPES = [...MESSAGE_TYPES, CAR_TYPE]

const FORMATS: ReadonlyMap<string, string> = new Map([
  ['application/json', 'json'],
  ['application/x-protobuf', 'protobuf'],
  [CAR_TYPE, 'car'],
])

/** The format that is named, else that of the part's media type; `undefined` where neither tells one. */
export function formatOf({ headers }: FormPart, format: string | undefined): string | undefined {
  return format ?? FORMATS.get(headers.get('content-type') ?? '')
}

export interface ReadMessageOptions {
  /** `json` or `protobuf`; absent, the media type tells, or else the first byte. */
  readonly format: string | undefined
  readonly limitBytes: number
}

/**
 * The message of a body, strictly read. Throws `invalid-argument` for another format, and 3000 for what is no
 * such message.
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

/** A root that was sent, or `undefined`. Throws `invalid-argument` with Code 1 for what is no CID. */
export function readRoot(name: string, text: string | undefined): CID | undefined {
  if (text === undefined) return undefined
  try {
    return parseCid(text)
  } catch (cause) {
    if (!isDomainError(cause)) throw cause
    throw clientError('invalid-argument', `invalid ${name}: ${cause.message}`)
  }
}
