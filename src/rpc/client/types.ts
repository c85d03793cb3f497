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

/** The result of a call without the option for lines: a value, lines, bytes or nothing. */
type Received<P extends Path> = P extends EitherPath ? Value<P> : Kind<P>['received']

/** One value of the reply: all of it, or one line. */
export type Value<P extends Path> = Item<Kind<P>['received']>
type Item<R> = Exclude<R, AsyncIterable<unknown>> | (R extends AsyncIterable<infer Line> ? Line : never)

/** Commands that reply with a value, or with lines if an option says so. */
type EitherPath = {
  [P in Path]: [Kind<P>['received']] extends [AsyncIterable<unknown> | undefined]
    ? never
    : Extract<Kind<P>['received'], AsyncIterable<unknown>> extends never
      ? never
      : P
}[Path]

/** The option that asks for lines. `quiet` asks for none of them. */
type Switch<P extends Path> = 'stream' extends keyof ByPath[P]['options']
  ? 'stream'
  : 'progress' extends keyof ByPath[P]['options']
    ? 'progress'
    : 'quiet'

/** `undefined` means "not sent". */
type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined }
type Outputs<S extends Shape> = { -readonly [K in keyof S]: z.output<S[K]> }

/** Global options, except those that the client sets itself, and those without effect over HTTP. */
type OfferedGlobal = 'offline' | 'timeout' | 'cid-base' | 'upgrade-cidv0-in-output'

/** The options of a command, and those of every command. */
export type Options<P extends Path> = Loose<Outputs<ByPath[P]['options']>> &
  Loose<Pick<Outputs<typeof GLOBAL_OPTIONS>, OfferedGlobal>>

type OptionalArg<P extends Path> = {
  [K in keyof Args<P>]: undefined extends z.input<Args<P>[K]> ? K : never
}[keyof Args<P>]

/** One text, or several where the argument may repeat. */
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
    ? { readonly args?: Arguments<P> | undefined }
    : { readonly args: Arguments<P> }

type BodyName<P extends Path> = Extract<ByPath[P]['body'], string>
type BodyPart<P extends Path> = [BodyName<P>] extends [never]
  ? unknown
  : BodyName<P> extends keyof Args<P>
    ? { readonly body?: Upload | undefined }
    : { readonly body: Upload }

type SentWith<P extends Path, O> = ArgsPart<P> & BodyPart<P> & O

/** The input of a call. */
export type Sent<P extends Path> = SentWith<
  P,
  {
    readonly options?:
      | (P extends EitherPath
          ? Omit<Options<P>, Switch<P>> & { readonly [K in Switch<P>]?: false | undefined }
          : Options<P>)
      | undefined
  }
>

/** The input of a call that asks for lines. */
export type SentForLines<P extends EitherPath> = SentWith<
  P,
  { readonly options: Omit<Options<P>, Switch<P>> & { readonly [K in Switch<P>]: true } }
>

/** Options that control one call. */
export interface CallOptions {
  /** Aborts the call at any stage: sending, waiting or reading. */
  readonly signal?: AbortSignal | undefined
  /**
   * Limit for the whole call, which is also sent to the node. When exceeded, throws a `DOMException` named
   * `TimeoutError`. Rounded up to a whole millisecond; more than 24 days is no limit.
   */
  readonly timeoutMs?: number | undefined
}

/** Further options of `add`. */
export interface AddCallOptions extends CallOptions {
  /** Called each time the node has read more. Progress lines are then filtered out of the result. */
  readonly onUploadProgress?: ((progress: UploadProgress) => void) | undefined
}

type OptionsOf<P extends Path> = P extends 'add' ? AddCallOptions : CallOptions

type Rest<P extends Path> =
  Record<never, never> extends Sent<P>
    ? [input?: Sent<P>, options?: OptionsOf<P>]
    : [input: Sent<P>, options?: OptionsOf<P>]

/**
 * The whole API as one function. The path determines the types of input and result. A command with an option
 * for lines returns lines when the call sets that option literally.
 */
export interface Call {
  <P extends EitherPath>(
    path: P,
    input: SentForLines<P>,
    options?: OptionsOf<P>,
  ): Promise<AsyncIterable<Value<P>>>
  <P extends Path>(path: P, ...rest: Rest<P>): Promise<Received<P>>
}
