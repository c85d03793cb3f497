import type * as z from 'zod/mini'
import { DomainError } from '../../errors.ts'
import type { ByteSourceOptions } from '../../http/byte-source.ts'
import { chunksOf } from '../../http/chunks-of.ts'
import { requestUrl } from '../../http/request-url.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { AnyCommand } from '../declare/command.ts'
import type { GLOBAL_OPTIONS } from '../declare/global-options.ts'
import { readValue } from '../declare/values.ts'
import type { WireMeta } from '../declare/wire.ts'
import type { FormPart } from '../form/form-part.ts'
import { multipartBoundary, readParts } from '../form/multipart.ts'
import { type DeclaredInput, type DeclaredOption, declaredInput } from './declared-input.ts'

/** Maximum size of arguments that are sent as lines of a body part. */
const ARGUMENT_LINES_LIMIT_BYTES = 1024 * 1024

export interface ReadCall {
  readonly args: Readonly<Record<string, unknown>>
  readonly options: Readonly<Record<string, unknown>>
  /** Names of the options that were sent. */
  readonly sent: readonly string[]
  readonly body: FormBody | undefined
  readonly global: z.output<z.ZodMiniObject<typeof GLOBAL_OPTIONS>>
}

/** The file parts of a request. */
export interface FormBody extends AsyncIterable<FormPart> {
  /** True until the parts were read to their end: the end of the call then closes the body. */
  isOpen(): boolean
}

export interface CallText extends Pick<ByteSourceOptions, 'admission'> {
  /** Ends the reading of a body. Its signal is asked for only by a call that has one. */
  readonly end?: AbortOptions
  /** Arguments from the path, which precede those of the query. */
  readonly pathArgs: readonly string[]
}

/**
 * Reads one call in the reference's order: repeated options, the required file, the types of options, the
 * required arguments. Throws `invalid-argument` with the reference's text. Unknown options are ignored. After
 * an abort nothing more of the body is read. Spec: RPC document, section 2, "Request conventions".
 */
export async function readInput(command: AnyCommand, request: Request, call: CallText): Promise<ReadCall> {
  const url = requestUrl(request)
  const declared = declaredInput(command)
  const sent = url.search === '' ? NOTHING_SENT : Map.groupBy(url.searchParams, ([name]) => name)
  const values = [...call.pathArgs, ...(sent.get('arg') ?? []).map(([, value]) => value)]
  const used = sentOptions(declared, sent)
  refuseRepeats(used, sent)
  const parts = openParts(request, command.rawTypes, call)
  const body = command.body === undefined ? undefined : await openBody(command.body, declared, values, parts)
  const options = readOptions(declared, used, sent)
  const reading = readArguments(declared, values, body ? undefined : parts)
  const args = reading instanceof Promise ? await reading : reading
  const names = used.map(({ name }) => name)
  return { args, options, sent: names, body, global: options as ReadCall['global'] }
}

/** The file parts of a command that has them. None if an argument of the same name was sent instead. */
async function openBody(
  name: string,
  { bodyAt }: DeclaredInput,
  values: readonly string[],
  parts: AsyncGenerator<FormPart, void> | undefined,
): Promise<FormBody> {
  return bodyAt >= 0 && bodyAt < values.length ? NO_PARTS : requireFile(name, parts)
}

const NO_PARTS: FormBody = { async *[Symbol.asyncIterator]() {}, isOpen: () => false }

/** The values that were sent under each name, with the spelling that was used. */
type Sent = ReadonlyMap<string, readonly (readonly [name: string, value: string])[]>

const NOTHING_SENT: Sent = new Map()

/** The options that were sent, in the order of their declaration. */
function sentOptions({ options, names }: DeclaredInput, sent: Sent): readonly DeclaredOption[] {
  for (const key of sent.keys()) {
    if (names.has(key)) return options.filter(({ keys }) => keys.some((name) => sent.has(name)))
  }
  return NO_OPTIONS
}

const NO_OPTIONS: readonly DeclaredOption[] = []

function refuseRepeats(used: readonly DeclaredOption[], sent: Sent): void {
  for (const { wire, keys } of used) {
    if (wire === 'array') continue
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

function readOptions(
  { fallbacks }: DeclaredInput,
  used: readonly DeclaredOption[],
  sent: Sent,
): Record<string, unknown> {
  const options = { ...fallbacks }
  for (const { name, keys, wire } of used) {
    const values = keys.flatMap((key) => sent.get(key) ?? []).map(([, value]) => value)
    const [first = ''] = values
    options[name] = wire === 'array' ? values : readValue(name, first, wire)
  }
  return options
}

/** The parts of a body. `undefined` if it is neither a form nor of a type with a single part. */
function openParts(
  request: Request,
  rawTypes: readonly string[] | undefined,
  call: CallText,
): AsyncGenerator<FormPart, void> | undefined {
  const type = request.headers.get('Content-Type')
  if (type === null || request.method !== 'POST') return undefined
  const rawType = type.split(';')[0]?.trim().toLowerCase() ?? ''
  const isRaw = rawTypes?.includes(rawType)
  const boundary = isRaw ? undefined : multipartBoundary(type)
  if (!isRaw && boundary === undefined) return undefined
  const body: ReadableStream<Uint8Array> | null | undefined = request.body
  const length = Number(request.headers.get('Content-Length') ?? Number.NaN)
  const expectedBytes = Number.isSafeInteger(length) ? length : undefined
  // Only a call with a body comes here: a signal that nothing uses costs more than a small command.
  const { end: { signal } = {}, admission } = call
  const reading = { signal, admission, expectedBytes }
  if (boundary === undefined) return rawPart(body, { rawType, ...reading })
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

/** For hosts without a stream for an empty body, so that all hosts refuse it in the same way. */
function endedStream(): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.close() })
}

/** Returns the parts after checking that there is at least one. */
async function requireFile(
  name: string,
  parts: AsyncGenerator<FormPart, void> | undefined,
): Promise<FormBody> {
  const first = await parts?.next()
  if (!parts || !first || first.done) {
    throw new DomainError('invalid-argument', `file argument '${name}' is required`)
  }
  let isOpen = true
  return {
    async *[Symbol.asyncIterator]() {
      yield first.value
      yield* parts
      isOpen = false
    },
    isOpen: () => isOpen,
  }
}

function readArguments(
  { args: declared }: DeclaredInput,
  values: readonly string[],
  lines: AsyncIterable<FormPart> | undefined,
): Record<string, unknown> | Promise<Record<string, unknown>> {
  const of = (all: readonly string[]) => {
    const args: Record<string, unknown> = {}
    for (const [at, { name, meta }] of declared.entries()) args[name] = argument(name, meta, all.slice(at))
    return args
  }
  const last = declared.at(-1)?.meta
  const wanted = last?.fromBody && (last.variadic || values.length < declared.length)
  return lines && wanted ? readLines(lines).then((read) => of([...values, ...read])) : of(values)
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
