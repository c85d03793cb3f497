import { collectBytes } from '../../../codec/bytes/collect-bytes.ts'
import type { BodyAdmission } from '../../../http/body-admission.ts'
import { chunksOf } from '../../../http/chunks-of.ts'
import type { AbortOptions } from '../../../ports/abort.ts'
import { invalidParameters, restError } from '../rest-error.ts'

/** The value of a sent parameter: a text, or any JSON value. */
export type SentValue = unknown

/** Parameters by name. Absent ones have no entry. */
export type SentParameters = ReadonlyMap<string, SentValue>

/** Further brackets of a name such as `venue[city]` are dropped. */
const MOST_BRACKETS = 4

/** Further pairs of a query or form are ignored. */
const MOST_PAIRS = 20_000

/**
 * Reads pairs of a query or a form as recorded servers do. The last value of a repeated plain name wins; `name[]` and
 * `name[0]` make a list, in the order sent and without gaps, and `name[key]` an object.
 */
export function readPairs(pairs: Iterable<readonly [string, string]>): SentParameters {
  const root = new Tree()
  let count = 0
  for (const [name, value] of pairs) {
    count += 1
    if (count > MOST_PAIRS) break
    place(root, keysOf(name), value)
  }
  return new Map([...root].map(([name, value]) => [name, value instanceof Tree ? plain(value) : value]))
}

/** The values of one name, by the keys in its brackets. */
class Tree extends Map<string, Tree | string> {
  /** The key that `[]` means: one more than the largest number so far. */
  next = 0
}

function place(root: Tree, [first = '', ...rest]: readonly string[], value: string): void {
  let tree = root
  let key = first
  for (const next of rest) {
    const known = tree.get(key)
    const inner: Tree = known instanceof Tree ? known : new Tree()
    tree.set(key, inner)
    tree = inner
    key = next === '' ? String(inner.next) : next
    if (isNumber(key)) inner.next = Math.max(inner.next, Number(key) + 1)
  }
  tree.set(key, value)
}

function keysOf(name: string): readonly string[] {
  const at = name.indexOf('[')
  if (at <= 0 || !name.endsWith(']')) return [name]
  const inner = name.slice(at + 1, -1).split('][')
  return [name.slice(0, at), ...inner.slice(0, MOST_BRACKETS)]
}

function isNumber(key: string): boolean {
  return /^\d{1,15}$/.test(key)
}

/** A list when all keys are numbers, else an object. `fromEntries` defines own keys, so `__proto__` is harmless. */
function plain(tree: Tree): unknown {
  const entries = [...tree].map(([key, value]): [string, unknown] => [
    key,
    value instanceof Tree ? plain(value) : value,
  ])
  const isList = entries.every(([key]) => isNumber(key))
  return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries)
}

/** Room for an event with a very long description. */
const MAX_BODY_BYTES = 2 * 1024 * 1024

export interface ReadBodyOptions extends AbortOptions {
  readonly admission: BodyAdmission
}

/**
 * Reads the parameters of a body: JSON, form or multipart form, whose files are ignored. A body of another type, an
 * empty body, and JSON other than an object give no parameters. Throws `too-large` beyond 2 MiB, `invalid-argument`
 * for malformed JSON and for a lone surrogate, and what reading an admitted body throws.
 */
export async function readBody(request: Request, options: ReadBodyOptions): Promise<SentParameters> {
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

async function boundedBytes(
  request: Request,
  { admission, signal }: ReadBodyOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('Content-Length') ?? 0) > MAX_BODY_BYTES) throw tooLarge()
  if (!request.body) return new Uint8Array()
  const chunks = chunksOf(request.body, { admission, signal })
  return collectBytes(chunks, { maxBytes: MAX_BODY_BYTES, tooLarge, signal })
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

/**
 * False when any text within has a lone surrogate. It cannot be encoded as UTF-8, and texts are stored exactly as
 * sent.
 */
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
