import type * as z from 'zod/mini'
import type { BlockSession } from '../../blocks/session.ts'
import type { Needable } from '../../node/create.ts'
import type { PathReader } from '../../unixfs/dag/path-reader.ts'
import type { FormPart } from '../form/form-part.ts'
import type { PrintCid } from '../print/print-cid.ts'

export type Shape = Readonly<Record<string, z.ZodMiniType>>

type Values<S extends Shape> = { readonly [K in keyof S]: z.output<S[K]> }

/** The parsed and typed input of a handler, without anything of HTTP. */
export interface Input<A extends Shape, O extends Shape, B extends string | undefined> {
  readonly args: Values<A>
  readonly options: Values<O>
  /** The file parts of the request, for commands that declare a body. Read each before the next. */
  readonly body: B extends string ? AsyncIterable<FormPart> : undefined
  /** Aborts when the client disconnects, or the `timeout` option has passed. */
  readonly signal: AbortSignal
  /**
   * Reads blocks for this call: local ones, and those of other sources unless the call is `offline`. Paths that
   * it reads may begin with a name.
   */
  readonly session: BlockSession & Required<PathReader>
  /** True for a call that must not contact other nodes. */
  readonly isOffline: boolean
  /** All commands, including this one. */
  readonly registry: readonly AnyCommand[]
  /** Formats a CID by the options `cid-base` and `upgrade-cidv0-in-output`. */
  readonly printCid: PrintCid
  /** The option `encoding`: `json`, `text`, or one that the command declares. */
  readonly encoding: string
  /** The time of the host's clock, in milliseconds, for texts that show when something happened. */
  readonly now: () => number
}

/** A reply of bytes. Declare the length wherever it is known, so that the client can detect a truncated reply. */
export interface ByteReply {
  readonly content: AsyncIterable<Uint8Array>
  /** The exact number of bytes. Sets `Content-Length` and `X-Content-Length`. */
  readonly sizeBytes?: number | undefined
  /** Sets only `X-Content-Length`, where it differs from the number of bytes sent. */
  readonly statedSizeBytes?: number | undefined
  readonly contentType?: string | undefined
}

/** A value in another encoding than JSON and text. */
export interface EncodedReply {
  readonly encoded: Uint8Array<ArrayBuffer>
  readonly contentType: string
}

/** The form of a reply. */
export interface Reply<Handled, Received> {
  /**
   * `json`: one value. `ndjson`: one value a line. `either`: one value or lines, depending on whether the
   * handler resolves to a value or an iterable. `bytes`: raw bytes. `empty`: no body on success, on which
   * clients rely.
   */
  readonly kind: 'json' | 'ndjson' | 'either' | 'bytes' | 'empty'
  readonly schema?: z.ZodMiniType
  /** The reply has the header of a stream, as at the reference, although it is one value. */
  readonly isEmitted?: true
  /** Never set. Has the types of what `run` returns and of what a client gets. */
  readonly types?: { readonly handled: Handled; readonly received: Received }
}

/** A reply of one JSON value. */
export function json<S extends z.ZodMiniType>(schema: S): Reply<Promise<z.input<S>>, z.output<S>> {
  return { kind: 'json', schema }
}

/** A reply of one JSON value, with the header of a stream: the reference sends it as a stream of one. */
export function emitted<S extends z.ZodMiniType>(schema: S): Reply<Promise<z.input<S>>, z.output<S>> {
  return { kind: 'json', isEmitted: true, schema }
}

/** One value as JSON or, for an encoding that the command declares, as the handler writes it. */
export function encodable<S extends z.ZodMiniType>(
  schema: S,
): Reply<Promise<z.input<S> | EncodedReply>, z.output<S>> {
  return { kind: 'json', schema }
}

/** A reply of a stream of values, one JSON text a line. */
export function ndjson<S extends z.ZodMiniType>(
  schema: S,
): Reply<AsyncIterable<z.input<S>>, AsyncIterable<z.output<S>>> {
  return { kind: 'ndjson', schema }
}

/**
 * A reply of a stream of values that may be far apart, one JSON text a line. The handler yields `undefined` for an
 * empty line, with which the reply begins before there is a value.
 */
export function sparse<S extends z.ZodMiniType>(
  schema: S,
): Reply<AsyncIterable<z.input<S> | undefined>, AsyncIterable<z.output<S>>> {
  return { kind: 'ndjson', schema }
}

/** A reply of one value or a stream of values: the handler decides by its options. */
export function either<S extends z.ZodMiniType>(
  schema: S,
): Reply<Promise<z.input<S> | AsyncIterable<z.input<S>>>, z.output<S> | AsyncIterable<z.output<S>>> {
  return { kind: 'either', schema }
}

/** A reply of raw bytes, `text/plain` unless the handler sets another type. */
export function bytes(): Reply<Promise<ByteReply>, ReadableStream<Uint8Array>> {
  return { kind: 'bytes' }
}

/** A reply without a body. */
export function empty(): Reply<Promise<void>, undefined> {
  return { kind: 'empty' }
}

/**
 * A reply without a body on success. The handler yields a text for each argument that failed, one JSON text a line,
 * and then throws.
 */
export function failures(): Reply<AsyncIterable<string>, undefined> {
  return { kind: 'empty' }
}

interface Declaration {
  readonly path: string
  /** One sentence without a full stop. */
  readonly about: string
  readonly status?: 'experimental' | 'deprecated'
  /** Abilities that the host must have. Without one the command replies with an error. */
  readonly needs?: readonly 'network'[]
  /** Concerns the process that is asked, also where another one runs the peer: the command runs here. */
  readonly isOfProcess?: true
  /** The parts and ports that `run` uses. On a host without one of them the command replies with an error. */
  readonly parts?: readonly (keyof Needable)[]
  /**
   * Exports or replaces private keys of this node. Requires a token that names the path, and is never allowed
   * for a page.
   */
  readonly secret?: true
  /**
   * A call with this option exports or replaces private keys. It requires, besides the right to call the command, a
   * token that names the secret command `right`. A page may call it of the node in its own browser alone.
   */
  readonly secretWith?: { readonly option: string; readonly right: string }
  /** Not in the RPC document: this node's own, or from today's reference implementation. */
  readonly extension?: true
  /** The order of the keys is the order of `arg` on the wire. Error texts use the keys as names. */
  readonly args: Shape
  readonly options: Shape
  /**
   * The name of the file part. Absent for commands without one. Where an argument has the same name, the caller
   * sends one of the two.
   */
  readonly body?: string | undefined
  /** Media types with which a body is not a form, but the content of its single part. */
  readonly rawTypes?: readonly string[]
  readonly reply: Reply<unknown, unknown>
  /** Encodings besides JSON and text, for a reply made by {@link encodable}. */
  readonly encodings?: readonly string[]
  /** CIDs of version 0 stay so under `cid-base`, unless `upgrade-cidv0-in-output` asks for version 1. */
  readonly keepsCidV0?: true
}

/** One RPC command. */
export interface Command<
  P extends string,
  A extends Shape,
  O extends Shape,
  B extends string | undefined,
  Parts extends readonly (keyof Needable)[],
  Handled,
  Received,
> extends Declaration {
  readonly path: P
  readonly args: A
  readonly options: O
  readonly body?: B
  readonly parts?: Parts
  readonly reply: Reply<Handled, Received>
  /** Formats one value for `encoding=text`: a text, or bytes that are sent as they are. Default: its JSON text. */
  readonly text?: (value: never, input: Input<A, O, B>) => string | Uint8Array
  /**
   * Maps the input to one call of a service. It gets the parts that it declares. Absent for a command that is
   * only declared, which replies that this build does not support it.
   */
  readonly run?: (parts: Pick<Needable, Parts[number]>, input: Input<A, O, B>) => Handled
}

/** Identity function that infers the exact types of literals. */
export const defineCommand = <
  const P extends string,
  A extends Shape,
  O extends Shape,
  Handled,
  Received,
  const B extends string | undefined = undefined,
  const Parts extends readonly (keyof Needable)[] = readonly [],
>(
  command: Command<P, A, O, B, Parts, Handled, Received>,
): Command<P, A, O, B, Parts, Handled, Received> => command

/** A command without its exact types, as registry, routes and documents see it. */
export interface AnyCommand extends Declaration {
  readonly text?: (value: never, input: never) => string | Uint8Array
  readonly run?: (parts: never, input: never) => unknown
}
