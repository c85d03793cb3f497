import type * as z from 'zod/mini'
import { DomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import { chunksOf } from './chunks-of.ts'
import type { AnyCommand, Shape } from './command.ts'
import { GLOBAL_OPTIONS } from './global-options.ts'
import { multipartBoundary, type Part, readParts } from './multipart.ts'
import { readValue } from './values.ts'
import { type WireMeta, wireMeta } from './wire.ts'

/** Arguments may come as lines of a body part, up to this many bytes in all. */
const ARGUMENT_LINES_LIMIT_BYTES = 1024 * 1024

export interface ReadCall {
  readonly args: Readonly<Record<string, unknown>>
  readonly options: Readonly<Record<string, unknown>>
  readonly body: AsyncIterable<Part> | undefined
  readonly global: z.output<z.ZodMiniObject<typeof GLOBAL_OPTIONS>>
}

export interface CallText extends AbortOptions {
  /** The arguments that stood in the path, before those of the query. */
  readonly pathArgs: readonly string[]
}

/**
 * Reads one call in the reference's order: repeated options, the required file, the types of options, the
 * required arguments. Throws `invalid-argument` with the reference's text; unknown options are ignored.
 * Once the signal aborts, nothing more is read of the request's body.
 * Spec: RPC document, section 2, "Request conventions".
 */
export async function readInput(command: AnyCommand, request: Request, call: CallText): Promise<ReadCall> {
  const query = new URL(request.url).searchParams
  const shape = { ...command.options, ...GLOBAL_OPTIONS }
  const values = [...call.pathArgs, ...query.getAll('arg')]
  refuseRepeats(shape, query)
  const parts = openParts(request, { ...call, rawTypes: command.rawTypes ?? [] })
  const body = await openBody(command, values, parts)
  const options = readOptions(shape, query)
  const args = await readArguments(command.args, values, body ? undefined : parts)
  return { args, options, body, global: options as ReadCall['global'] }
}

/** The file parts of a command that takes them; none where an argument of the same name was sent instead. */
async function openBody(
  { args, body }: AnyCommand,
  values: readonly string[],
  parts: AsyncGenerator<Part, void> | undefined,
): Promise<AsyncIterable<Part> | undefined> {
  if (body === undefined) return undefined
  const at = Object.keys(args).indexOf(body)
  return at >= 0 && at < values.length ? noParts() : requireFile(body, parts)
}

async function* noParts(): AsyncGenerator<Part, void> {}

function refuseRepeats(shape: Shape, query: URLSearchParams): void {
  for (const [name, schema] of Object.entries(shape)) {
    const meta = wireMeta(schema)
    if (meta.wire === 'array') continue
    for (const key of [name, ...meta.aliases]) {
      const values = query.getAll(key)
      if (values.length > 1) {
        const received = `[${values.join(' ')}]`
        throw new DomainError(
          'invalid-argument',
          `expected key ${key} to have only a single value, received ${received}`,
        )
      }
    }
  }
}

function readOptions(shape: Shape, query: URLSearchParams): Record<string, unknown> {
  const options: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(shape)) {
    const { wire, aliases, fallback } = wireMeta(schema)
    const sent = [name, ...aliases].flatMap((key) => query.getAll(key))
    const [first] = sent
    if (first === undefined) options[name] = fallback
    else options[name] = wire === 'array' ? sent : readValue(name, first, wire)
  }
  return options
}

/** The parts of a body, or `undefined` when it is neither a form nor of a type that stands for one part. */
function openParts(
  request: Request,
  { rawTypes, signal }: AbortOptions & { readonly rawTypes: readonly string[] },
): AsyncGenerator<Part, void> | undefined {
  const type = request.headers.get('Content-Type')
  const boundary = multipartBoundary(type)
  const body: ReadableStream<Uint8Array> | null | undefined = request.body
  if (request.method !== 'POST') return undefined
  if (rawTypes.includes(type?.split(';')[0]?.trim().toLowerCase() ?? '')) return rawPart(body, { signal })
  if (boundary === undefined) return undefined
  return readParts(body ?? endedStream(), boundary, { signal })
}

/** A body that is the content of its one part, an empty one too. */
async function* rawPart(
  body: ReadableStream<Uint8Array> | null | undefined,
  { signal }: AbortOptions,
): AsyncGenerator<Part, void> {
  yield { headers: new Map(), content: body ? chunksOf(body, { signal }) : noBytes() }
}

async function* noBytes(): AsyncGenerator<Uint8Array, void> {}

/** For hosts that give an empty body as none: it is refused alike on all of them. */
function endedStream(): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.close() })
}

/** The parts, once it is certain that there is one. */
async function requireFile(
  name: string,
  parts: AsyncGenerator<Part, void> | undefined,
): Promise<AsyncIterable<Part>> {
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
  lines: AsyncIterable<Part> | undefined,
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

/** The lines of the first part. */
async function readLines(parts: AsyncIterable<Part>): Promise<string[]> {
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
