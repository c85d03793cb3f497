import type * as z from 'zod/mini'
import { DomainError } from '../../errors.ts'
import type { ByteSourceOptions } from '../../http/byte-source.ts'
import { chunksOf } from '../../http/chunks-of.ts'
import { requestUrl } from '../../http/request-url.ts'
import type { AnyCommand, Shape } from '../declare/command.ts'
import { GLOBAL_OPTIONS } from '../declare/global-options.ts'
import { readValue } from '../declare/values.ts'
import { type WireMeta, wireMeta } from '../declare/wire.ts'
import { type FormPart, multipartBoundary, readParts } from '../form/multipart.ts'

/** Maximum size of arguments that are sent as lines of a body part. */
const ARGUMENT_LINES_LIMIT_BYTES = 1024 * 1024

export interface ReadCall {
  readonly args: Readonly<Record<string, unknown>>
  readonly options: Readonly<Record<string, unknown>>
  readonly body: AsyncIterable<FormPart> | undefined
  readonly global: z.output<z.ZodMiniObject<typeof GLOBAL_OPTIONS>>
}

export interface CallText extends Omit<ByteSourceOptions, 'expectedBytes'> {
  /** Arguments from the path, which precede those of the query. */
  readonly pathArgs: readonly string[]
}

/**
 * Reads one call in the reference's order: repeated options, the required file, the types of options, the
 * required arguments. Throws `invalid-argument` with the reference's text. Unknown options are ignored. After
 * an abort nothing more of the body is read. Spec: RPC document, section 2, "Request conventions".
 */
export async function readInput(command: AnyCommand, request: Request, call: CallText): Promise<ReadCall> {
  const { search, searchParams } = requestUrl(request)
  const declared = declaredOptions(command)
  const sent = search === '' ? NOTHING_SENT : Map.groupBy(searchParams, ([name]) => name)
  const values = [...call.pathArgs, ...(sent.get('arg') ?? []).map(([, value]) => value)]
  refuseRepeats(declared, sent)
  const parts = openParts(request, { ...call, rawTypes: command.rawTypes ?? [] })
  const body = await openBody(command, values, parts)
  const options = readOptions(declared, sent)
  const args = await readArguments(command.args, values, body ? undefined : parts)
  return { args, options, body, global: options as ReadCall['global'] }
}

/** The file parts of a command that has them. None if an argument of the same name was sent instead. */
async function openBody(
  { args, body }: AnyCommand,
  values: readonly string[],
  parts: AsyncGenerator<FormPart, void> | undefined,
): Promise<AsyncIterable<FormPart> | undefined> {
  if (body === undefined) return undefined
  const at = Object.keys(args).indexOf(body)
  return at >= 0 && at < values.length ? noParts() : requireFile(body, parts)
}

async function* noParts(): AsyncGenerator<FormPart, void> {}

interface DeclaredOption extends WireMeta {
  readonly name: string
  /** The name and its aliases. */
  readonly keys: readonly string[]
}

const DECLARED = new WeakMap<AnyCommand, readonly DeclaredOption[]>()

/** The options of a command and the global ones, cached for further calls. */
function declaredOptions(command: AnyCommand): readonly DeclaredOption[] {
  const known = DECLARED.get(command)
  if (known) return known
  const declared = Object.entries({ ...command.options, ...GLOBAL_OPTIONS }).map(([name, schema]) => {
    const meta = wireMeta(schema)
    return { ...meta, name, keys: [name, ...meta.aliases] }
  })
  DECLARED.set(command, declared)
  return declared
}

/** The values that were sent under each name, with the spelling that was used. */
type Sent = ReadonlyMap<string, readonly (readonly [name: string, value: string])[]>

const NOTHING_SENT: Sent = new Map()

function refuseRepeats(declared: readonly DeclaredOption[], sent: Sent): void {
  for (const { wire, keys } of declared) {
    if (wire === 'array' || !isSent(sent, keys)) continue
    for (const key of keys) {
      const pairs = sent.get(key) ?? []
      if (pairs.length > 1) {
        const received = `[${pairs.map(([, value]) => value).join(' ')}]`
        throw new DomainError(
          'invalid-argument',
          `expected key ${key} to have only a single value, received ${received}`,
        )
      }
    }
  }
}

function readOptions(declared: readonly DeclaredOption[], sent: Sent): Record<string, unknown> {
  const options: Record<string, unknown> = {}
  for (const { name, keys, wire, fallback } of declared) {
    options[name] = fallback
    if (!isSent(sent, keys)) continue
    const values = keys.flatMap((key) => sent.get(key) ?? []).map(([, value]) => value)
    const [first = ''] = values
    options[name] = wire === 'array' ? values : readValue(name, first, wire)
  }
  return options
}

function isSent(sent: Sent, keys: readonly string[]): boolean {
  return sent.size > 0 && keys.some((key) => sent.has(key))
}

/** The parts of a body. `undefined` if it is neither a form nor of a type with a single part. */
function openParts(
  request: Request,
  { rawTypes, signal, admission }: Omit<CallText, 'pathArgs'> & { readonly rawTypes: readonly string[] },
): AsyncGenerator<FormPart, void> | undefined {
  const type = request.headers.get('Content-Type')
  const boundary = multipartBoundary(type)
  const body: ReadableStream<Uint8Array> | null | undefined = request.body
  if (request.method !== 'POST') return undefined
  const rawType = type?.split(';')[0]?.trim().toLowerCase() ?? ''
  const length = Number(request.headers.get('Content-Length') ?? Number.NaN)
  const expectedBytes = Number.isSafeInteger(length) ? length : undefined
  const reading = { signal, admission, expectedBytes }
  if (rawTypes.includes(rawType)) return rawPart(body, { rawType, ...reading })
  if (boundary === undefined) return undefined
  return readParts(body ?? endedStream(), boundary, reading)
}

/** A body that is the content of its only part, even if it is empty. */
async function* rawPart(
  body: ReadableStream<Uint8Array> | null | undefined,
  { rawType, ...reading }: ByteSourceOptions & { readonly rawType: string },
): AsyncGenerator<FormPart, void> {
  yield {
    headers: new Map([['content-type', rawType]]),
    content: body ? chunksOf(body, reading) : noBytes(),
  }
}

async function* noBytes(): AsyncGenerator<Uint8Array, void> {}

/** For hosts that have no stream for an empty body: all hosts then refuse it alike. */
function endedStream(): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.close() })
}

/** Returns the parts after checking that there is at least one. */
async function requireFile(
  name: string,
  parts: AsyncGenerator<FormPart, void> | undefined,
): Promise<AsyncIterable<FormPart>> {
  const first = await parts?.next()
  if (!parts || !first || first.done) {
    throw new DomainError('invalid-argument', `file argument '${name}' is required`)
  }
  return {
    async *[Symbol.asyncIterator]() {
      yield first.value
      yield* parts
    },
  }
}

async function readArguments(
  shape: Shape,
  values: readonly string[],
  lines: AsyncIterable<FormPart> | undefined,
): Promise<Record<string, unknown>> {
  const declared = Object.entries(shape).map(([name, schema]) => ({ name, meta: wireMeta(schema) }))
  const last = declared.at(-1)?.meta
  const wanted = last?.fromBody && (last.variadic || values.length < declared.length)
  const all = lines && wanted ? [...values, ...(await readLines(lines))] : values

  const args: Record<string, unknown> = {}
  for (const [at, { name, meta }] of declared.entries()) args[name] = argument(name, meta, all.slice(at))
  return args
}

function argument(name: string, meta: WireMeta, rest: readonly string[]): unknown {
  if (meta.required && rest.length === 0) {
    throw new DomainError('invalid-argument', `argument "${name}" is required`)
  }
  return meta.variadic ? rest : rest[0]
}

/** Reads the lines of the first part. */
async function readLines(parts: AsyncIterable<FormPart>): Promise<string[]> {
  for await (const { content } of parts) {
    const decoder = new TextDecoder()
    let text = ''
    let sizeBytes = 0
    for await (const chunk of content) {
      sizeBytes += chunk.byteLength
      if (sizeBytes > ARGUMENT_LINES_LIMIT_BYTES) {
        throw new DomainError('invalid-argument', 'cannot read arguments from body: over 1 MiB')
      }
      text += decoder.decode(chunk, { stream: true })
    }
    text += decoder.decode()
    return text.split(/\r?\n/).filter((line) => line !== '')
  }
  return []
}
