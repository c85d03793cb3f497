import { collectBytes } from '../../../codec/bytes/collect-bytes.ts'
import type { AbortOptions } from '../../../ports/abort.ts'
import { invalidParameters, restError } from '../rest-error.ts'
import { readPairs, type SentParameters } from './read-query.ts'

/** An event with a very long description is well below this. */
const MAX_BODY_BYTES = 2 * 1024 * 1024

/**
 * The parameters of a body: JSON, form or multipart form (its files are not parameters). A body of another
 * type, an empty one, and JSON that is not an object hold none. Throws `too-large` beyond 2 MiB and
 * `invalid-argument` for what is not JSON, or holds half a character.
 */
export async function readBody(request: Request, options: AbortOptions = {}): Promise<SentParameters> {
  const type = request.headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  const bytes = await boundedBytes(request, options)
  if (bytes.byteLength === 0) return NONE
  if (type === 'application/json' || type.endsWith('+json')) return jsonParameters(bytes)
  if (type === 'application/x-www-form-urlencoded')
    return readPairs(new URLSearchParams(new TextDecoder().decode(bytes)))
  if (type === 'multipart/form-data') return multipartParameters(request.headers, bytes)
  return NONE
}

const NONE: SentParameters = new Map()

async function boundedBytes(request: Request, { signal }: AbortOptions): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('Content-Length') ?? 0) > MAX_BODY_BYTES) throw tooLarge()
  if (!request.body) return new Uint8Array()
  return collectBytes(request.body, { maxBytes: MAX_BODY_BYTES, tooLarge, signal })
}

function tooLarge() {
  return restError('rest_request_too_large', `The request body is larger than ${MAX_BODY_BYTES} bytes.`, {
    status: 413,
  })
}

function jsonParameters(bytes: Uint8Array): SentParameters {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes))
  } catch {
    throw restError('rest_invalid_json', 'Invalid JSON body passed.', {
      status: 400,
      data: { json_error_code: 4, json_error_message: 'Syntax error' },
    })
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isObject) return NONE
  const sent = Object.entries(value as object)
  const faulty = sent.filter((entry) => !isWellFormed(entry))
  if (faulty.length === 0) return new Map(sent)
  throw invalidParameters(
    new Map(faulty.map(([name]) => [name.toWellFormed(), { message: 'Invalid parameter.' }])),
  )
}

/** False for half a character anywhere within: it cannot be stored, and nothing is stored otherwise than it was sent. */
function isWellFormed(value: unknown): boolean {
  const waiting = [value]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string' && !next.isWellFormed()) return false
    if (typeof next === 'object' && next !== null)
      for (const entry of Object.entries(next)) waiting.push(...entry)
  }
  return true
}

async function multipartParameters(
  headers: Headers,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<SentParameters> {
  const type = headers.get('Content-Type') ?? ''
  try {
    const form = await new Response(bytes, { headers: { 'Content-Type': type } }).formData()
    const texts = [...form].filter((pair): pair is [string, string] => typeof pair[1] === 'string')
    return readPairs(texts)
  } catch {
    throw restError('rest_invalid_form', 'Invalid form body passed.', { status: 400 })
  }
}
