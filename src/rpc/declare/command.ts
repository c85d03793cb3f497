import type * as z from 'zod/mini'
import type { BlockSession } from '../../blocks/session.ts'
import type { Needable } from '../../node/create.ts'
import type { PathReader } from '../../unixfs/dag/path-reader.ts'
import type { FormPart } from '../form/multipart.ts'
import type { PrintCid } from '../print/print-cid.ts'

export type Shape = Readonly<Record<string, z.ZodMiniType>>

type Values<S extends Shape> = { readonly [K in keyof S]: z.output<S[K]> }

/** What a handler gets: parsed and typed, nothing of HTTP. */
export interface Input<A extends Shape, O extends Shape, B extends string | undefined> {
  readonly args: Values<A>
  readonly options: Values<O>
  /** The file parts of the request, for commands that declare a body; read each before the next. */
  readonly body: B extends string ? AsyncIterable<FormPart> : undefined
  /** Aborts when the caller leaves or the `timeout` option has passed. */
  readonly signal: AbortSignal
  /**
   * Reads blocks for this call: what the node holds, and other places unless the call is `offline`. Paths that are read
   * by it may begin with a name.
   */
  readonly session: BlockSession & PathReader
  /** All that is served, this command included. */
  readonly registry: readonly AnyCommand[]
  /** Prints a CID as the options `cid-base` and `upgrade-cidv0-in-output` ask. */
  readonly printCid: PrintCid
}

/** A byte reply. The length is declared wherever it is known, so that a cut is visible. */
export interface ByteReply {
  readonly content: AsyncIterable<Uint8Array>
  /** Exactly how many bytes will be sent; sets `Content-Length` and `X-Content-Length`. */
  readonly sizeBytes?: number | undefined
  /** Sets `X-Content-Length` alone, where it says something else than the bytes sent. */
  readonly statedSizeBytes?: number | undefined
  readonly contentType?: string | undefined
}

/** How results travel. */
export interface Reply<Handled, Received> {
  /**
   * `json`: one value. `ndjson`: one value a line. `either`: a value or lines, as the handler resolves to
   * a value or an iterable. `bytes`: raw. `empty`: no body on success, and clients rely on that.
   */
  readonly kind: 'json' | 'ndjson' | 'either' | 'bytes' | 'empty'
  readonly schema?: z.ZodMiniType
  /** Never set: carries what `run` returns and what a client gets. */
  readonly types?: { readonly handled: Handled; readonly received: Received }
}

/** One value as JSON. */
export function json<S extends z.ZodMiniType>(schema: S): Reply<Promise<z.input<S>>, z.output<S>> {
  return { kind: 'json', schema }
}

/** A stream of values, one JSON text a line. */
export function ndjson<S extends z.ZodMiniType>(
  schema: S,
): Reply<AsyncIterable<z.input<S>>, AsyncIterable<z.output<S>>> {
  return { kind: 'ndjson', schema }
}

/** One value or a stream of them: the handler decides by its options. */
export function either<S extends z.ZodMiniType>(
  schema: S,
): Reply<Promise<z.input<S> | AsyncIterable<z.input<S>>>, z.output<S> | AsyncIterable<z.output<S>>> {
  return { kind: 'either', schema }
}

/** Raw bytes, `text/plain` unless the handler names another type. */
export function bytes(): Reply<Promise<ByteReply>, ReadableStream<Uint8Array>> {
  return { kind: 'bytes' }
}

/** Nothing but the status. */
export function empty(): Reply<Promise<void>, undefined> {
  return { kind: 'empty' }
}

interface Declaration {
  readonly path: string
  /** One sentence without a full stop. */
  readonly about: string
  readonly status?: 'experimental' | 'deprecated'
  /** What the host must have; without it the command answers that it cannot. */
  readonly needs?: readonly 'network'[]
  /** What `run` uses of the node. On a host that does not carry one of them the command answers that it cannot. */
  readonly parts?: readonly (keyof Needable)[]
  /** Gives away or replaces the keys of this node: only for a token that names the path, never for a page. */
  readonly secret?: true
  /** Beyond the RPC document: this node's own, or of today's reference implementation. */
  readonly extension?: true
  /** The order of the keys is the wire order of `arg`; the keys are the names that error texts use. */
  readonly args: Shape
  readonly options: Shape
  /**
   * The name of the file argument; absent for commands without one. Where an argument has the same name, the
   * caller sends one of the two.
   */
  readonly body?: string | undefined
  /** Media types under which a body is not a form, but the content of its one part. */
  readonly rawTypes?: readonly string[]
  readonly reply: Reply<unknown, unknown>
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
  /** The text form of one value, for `encoding=text`. Absent: its JSON text. */
  readonly text?: (value: never, input: Input<A, O, B>) => string
  /** Maps the input to one call of a service; sees the parts that it declares. Absent: declared, and answers that this build cannot do it yet. */
  readonly run?: (parts: Pick<Needable, Parts[number]>, input: Input<A, O, B>) => Handled
}

/** Identity function: exists so that literals infer their exact types. */
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

/** A command whose exact types do not matter: what the registry, routes and documents see. */
export interface AnyCommand extends Declaration {
  readonly text?: (value: never, input: never) => string
  readonly run?: (parts: never, input: never) => unknown
}
