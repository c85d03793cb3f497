import { type CID, parseCid } from '../../codec/cid/cid.ts'
import { DomainError, isDomainError } from '../../errors.ts'

/** States of a pin at a service. */
export const REMOTE_STATUSES = ['queued', 'pinning', 'pinned', 'failed'] as const

export type RemoteStatus = (typeof REMOTE_STATUSES)[number]

/** One pin at a service. */
export interface PinStatus {
  readonly requestId: string
  readonly status: RemoteStatus
  /** Time in RFC 3339, in the service's spelling. */
  readonly created: string
  readonly cid: CID
  /** Empty for a pin without a name. */
  readonly name: string
  /** Addresses of the service's peers, not parsed. At most 20. */
  readonly delegates: readonly string[]
  /** Where the service wants the content to be sent. Absent when it does not ask for it. */
  readonly upload?: URL | undefined
}

export interface PinPage {
  /** Number of all matching pins, on all pages. */
  readonly count: number
  readonly pins: readonly PinStatus[]
}

interface Answer {
  readonly status: number
  readonly bytes: Uint8Array
}

const MAX_REQUEST_ID_CHARACTERS = 1024
const MAX_REASON_CHARACTERS = 500
const MAX_UPLOAD_CHARACTERS = 2048
const MAX_DELEGATES = 20
const MAX_DELEGATE_CHARACTERS = 512

/** Parses a page of pins. Throws `unavailable` for a malformed answer. */
export function readPinPage(answer: Answer): PinPage {
  const value = readJson(answer)
  const [count, results] = [property(value, 'count'), property(value, 'results')]
  if (!Number.isSafeInteger(count) || typeof count !== 'number' || count < 0) throw malformed('count')
  if (results !== null && !Array.isArray(results)) throw malformed('results')
  return { count, pins: (results ?? []).map(pinStatus) }
}

/** Parses a pin. Throws `unavailable` for a malformed answer. */
export function readPinStatus(answer: Answer): PinStatus {
  return pinStatus(readJson(answer))
}

/** The reason of a failed request, in the format of the reference implementation. */
export function readReason({ status, bytes }: Answer): string {
  const line = `${status} ${STATUS_TEXTS[status] ?? ''}`.trim()
  let error: unknown
  try {
    error = property(JSON.parse(new TextDecoder().decode(bytes)), 'error')
  } catch {
    return `remote pinning service answers ${line}`
  }
  const [reason, details] = [shortText(property(error, 'reason')), shortText(property(error, 'details'))]
  return `reason: ${JSON.stringify(reason)}, details: ${JSON.stringify(details)}: ${line}`
}

/** Reason phrases of RFC 9110: HTTP/2 and some hosts do not transfer them. */
const STATUS_TEXTS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  413: 'Request Entity Too Large',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

function pinStatus(value: unknown): PinStatus {
  const pin = property(value, 'pin')
  const [requestId, status, created] = [
    property(value, 'requestid'),
    property(value, 'status'),
    property(value, 'created'),
  ]
  const [cid, name] = [property(pin, 'cid'), property(pin, 'name') ?? '']
  if (typeof requestId !== 'string' || requestId === '' || requestId.length > MAX_REQUEST_ID_CHARACTERS) {
    throw malformed('requestid')
  }
  const known = REMOTE_STATUSES.find((one) => one === status)
  if (!known) throw malformed('status')
  if (typeof created !== 'string' || Number.isNaN(Date.parse(created))) throw malformed('created')
  if (typeof name !== 'string') throw malformed('pin.name')
  const [delegates, upload] = [readDelegates(value), readUpload(value)]
  return { requestId, status: known, created, cid: readCid(cid), name, delegates, upload }
}

/** The addresses that have a reasonable length: a service that names no other is usable without. */
function readDelegates(value: unknown): readonly string[] {
  const delegates = property(value, 'delegates')
  if (!Array.isArray(delegates)) return []
  const isAddress = (one: unknown) => typeof one === 'string' && one.length <= MAX_DELEGATE_CHARACTERS
  return delegates.filter(isAddress).slice(0, MAX_DELEGATES)
}

/** Extension: an address in `info`, to which the client may PUT a CAR. */
function readUpload(value: unknown): URL | undefined {
  const upload = property(property(value, 'info'), 'upload')
  if (typeof upload !== 'string' || upload.length > MAX_UPLOAD_CHARACTERS) return undefined
  return URL.parse(upload) ?? undefined
}

function readCid(text: unknown): CID {
  try {
    if (typeof text === 'string') return parseCid(text)
  } catch (error) {
    if (!isDomainError(error)) throw error
  }
  throw malformed('pin.cid')
}

function readJson({ bytes }: Answer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (cause) {
    throw new DomainError('unavailable', 'remote pinning service answers with what is no JSON', { cause })
  }
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function shortText(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, MAX_REASON_CHARACTERS) : ''
}

function malformed(field: string): DomainError {
  return new DomainError('unavailable', `remote pinning service answers with a malformed "${field}"`)
}
