import type * as z from 'zod/mini'
import type { REGISTRY } from '../commands/index.ts'
import type { Shape } from '../declare/command.ts'
import type { GLOBAL_OPTIONS } from '../declare/global-options.ts'
import type { UploadProgress } from './reply-lines.ts'
import type { Upload } from './upload.ts'

type Registered = (typeof REGISTRY)[number]
type ByPath = { readonly [C in Registered as C['path']]: C }

/** The path of a command, as on the wire: `block/put`. */
export type Path = keyof ByPath

type Args<P extends Path> = ByPath[P]['args']
type Kind<P extends Path> = NonNullable<ByPath[P]['reply']['types']>

/** What a client gets when it does not ask for a stream: a value, lines, bytes or nothing. */
type Received<P extends Path> = P extends EitherPath ? Value<P> : Kind<P>['received']

/** One value of the reply: the whole of it, or one line. */
export type Value<P extends Path> = Item<Kind<P>['received']>
type Item<R> = Exclude<R, AsyncIterable<unknown>> | (R extends AsyncIterable<infer Line> ? Line : never)

/** Commands that answer a value, or lines when an option says so. */
type EitherPath = {
  [P in Path]: [Kind<P>['received']] extends [AsyncIterable<unknown> | undefined]
    ? never
    : Extract<Kind<P>['received'], AsyncIterable<unknown>> extends never
      ? never
      : P
}[Path]

/** The option that asks for lines. */
type Switch<P extends Path> = 'stream' extends keyof ByPath[P]['options'] ? 'stream' : 'progress'

/** `undefined` stands for "not sent". */
type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined }
type Outputs<S extends Shape> = { -readonly [K in keyof S]: z.output<S[K]> }

/** Options that the client itself sets, or that have no effect over HTTP, are not offered. */
type OfferedGlobal = 'offline' | 'timeout' | 'cid-base' | 'upgrade-cidv0-in-output'

/** The options of a command and those that every command takes. */
export type Options<P extends Path> = Loose<Outputs<ByPath[P]['options']>> &
  Loose<Pick<Outputs<typeof GLOBAL_OPTIONS>, OfferedGlobal>>

type OptionalArg<P extends Path> = {
  [K in keyof Args<P>]: undefined extends z.input<Args<P>[K]> ? K : never
}[keyof Args<P>]

/** One text, or one or several where the argument may repeat. */
type Argument<S> =
  | string
  | (S extends z.ZodMiniType ? (z.output<S> extends readonly string[] ? readonly string[] : never) : never)

/** The positional arguments, by name. */
export type Arguments<P extends Path> = {
  readonly [K in Exclude<keyof Args<P>, OptionalArg<P>>]: Argument<Args<P>[K]>
} & { readonly [K in OptionalArg<P>]?: Argument<Args<P>[K]> | undefined }

type ArgsPart<P extends Path> = [keyof Args<P>] extends [never]
  ? unknown
  : [Exclude<keyof Args<P>, OptionalArg<P>>] extends [never]
    ? { readonly args?: Arguments<P> }
    : { readonly args: Arguments<P> }

type BodyName<P extends Path> = Extract<ByPath[P]['body'], string>
type BodyPart<P extends Path> = [BodyName<P>] extends [never]
  ? unknown
  : BodyName<P> extends keyof Args<P>
    ? { readonly body?: Upload }
    : { readonly body: Upload }

type SentWith<P extends Path, O> = ArgsPart<P> & BodyPart<P> & O

/** What a caller gives a command. */
export type Sent<P extends Path> = SentWith<
  P,
  {
    readonly options?: P extends EitherPath
      ? Omit<Options<P>, Switch<P>> & { readonly [K in Switch<P>]?: false | undefined }
      : Options<P>
  }
>

/** The same, asking for lines. */
export type SentForLines<P extends EitherPath> = SentWith<
  P,
  { readonly options: Omit<Options<P>, Switch<P>> & { readonly [K in Switch<P>]: true } }
>

/** How one call is made. */
export interface CallOptions {
  /** Aborts the call wherever it is: while sending, waiting or reading. */
  readonly signal?: AbortSignal | undefined
  /** The whole call must be over by then; the node is told. Throws a `DOMException` named `TimeoutError`. */
  readonly timeoutMs?: number | undefined
}

/** What only `add` can tell. */
export interface AddCallOptions extends CallOptions {
  /** Told of each stretch that the node has read; such lines then do not come with the others. */
  readonly onUploadProgress?: ((progress: UploadProgress) => void) | undefined
}

type OptionsOf<P extends Path> = P extends 'add' ? AddCallOptions : CallOptions

type Rest<P extends Path> =
  Record<never, never> extends Sent<P>
    ? [input?: Sent<P>, options?: OptionsOf<P>]
    : [input: Sent<P>, options?: OptionsOf<P>]

/**
 * The whole API as one function: the path picks the input and the result. A command that may answer a value
 * or lines gives lines when its option says so in the call itself.
 */
export interface Call {
  <P extends EitherPath>(
    path: P,
    input: SentForLines<P>,
    options?: OptionsOf<P>,
  ): Promise<AsyncIterable<Value<P>>>
  <P extends Path>(path: P, ...rest: Rest<P>): Promise<Received<P>>
}
