import * as z from 'zod/mini'

/** The type names of the wire, as in error texts. */
export type WireType = 'string' | 'int' | 'int64' | 'uint' | 'bool' | 'array'

/** Metadata of an argument or option, from which routes and documents are derived. */
export interface WireMeta {
  readonly about: string
  readonly wire: WireType
  /** Other names of the option: its one-letter form first. */
  readonly aliases: readonly string[]
  /** The default. Without it, an unsent option is absent. */
  readonly fallback?: unknown
  /** The default shown in documents, where the option is absent when unsent and something else decides. */
  readonly shown?: unknown
  readonly status?: 'experimental' | 'deprecated'
  /**
   * For arguments: whether it is required, whether it takes all remaining values, and whether a body part may
   * supply it.
   */
  readonly required?: boolean
  readonly variadic?: boolean
  readonly fromBody?: boolean
  /** True for a value that is or may be a secret: it is hidden in the history of calls. */
  readonly isSecret?: boolean
}

interface OptionInit<Value> {
  /** A one-letter form, or several names. */
  readonly alias?: string | readonly string[]
  readonly fallback?: Value
  readonly shown?: Value
  readonly status?: 'experimental' | 'deprecated'
  /** True for a value that is or may be a secret: it is hidden in the history of calls. */
  readonly isSecret?: boolean
}

interface NumberInit extends OptionInit<number> {
  readonly wire?: 'int' | 'int64' | 'uint'
}

interface ArgumentInit {
  /** A multipart body may supply the argument: its first part has one value a line. */
  readonly fromBody?: boolean
  /** True for a value that is or may be a secret: it is hidden in the history of calls. */
  readonly isSecret?: boolean
}

type Text = z.ZodMiniString<string>
type Texts = z.ZodMiniReadonly<z.ZodMiniArray<Text>>

/**
 * The metadata of a schema that this module created. Throws for any other schema, which is a mistake in a
 * declaration.
 */
export function wireMeta(schema: z.ZodMiniType): WireMeta {
  const held = known.get(schema)
  if (held) return held
  const meta = z.globalRegistry.get(schema)
  if (!isWireMeta(meta)) throw new TypeError('Cannot read wire metadata: schema was not made by rpc/wire')
  known.set(schema, meta)
  return meta
}

/** The registry merges the metadata of a schema and of its parents again at each lookup. */
const known = new WeakMap<z.ZodMiniType, WireMeta>()

function isWireMeta(meta: unknown): meta is WireMeta {
  return typeof meta === 'object' && meta !== null && 'wire' in meta && 'aliases' in meta
}

type Described = Omit<WireMeta, 'aliases'> & { readonly alias?: string | readonly string[] }

function describe<S extends z.ZodMiniType>(schema: S, { alias = [], ...rest }: Described): S {
  return schema.check(z.meta({ ...rest, aliases: typeof alias === 'string' ? [alias] : alias }))
}

/** A text option. */
export function text(about: string, init: OptionInit<string> & { fallback: string }): Text
export function text(about: string, init?: OptionInit<string>): z.ZodMiniOptional<Text>
export function text(about: string, init: OptionInit<string> = {}): z.ZodMiniType {
  const schema = init.fallback === undefined ? z.optional(z.string()) : z.string()
  return describe(schema, { about, wire: 'string', ...init })
}

/** An integer of 32 bits, or of 64 bits (`int64`), which must then be a safe integer. */
export function int(about: string, init: NumberInit & { fallback: number }): z.ZodMiniNumber
export function int(about: string, init?: NumberInit): z.ZodMiniOptional<z.ZodMiniNumber>
export function int(about: string, init: NumberInit = {}): z.ZodMiniType {
  const schema = init.fallback === undefined ? z.optional(z.number()) : z.number()
  return describe(schema, { about, wire: 'int', ...init })
}

/** A flag. Without a default an unsent flag is absent, which some commands distinguish from false. */
export function bool(about: string, init: OptionInit<boolean> & { fallback: boolean }): z.ZodMiniBoolean
export function bool(about: string, init?: OptionInit<boolean>): z.ZodMiniOptional<z.ZodMiniBoolean>
export function bool(about: string, init: OptionInit<boolean> = {}): z.ZodMiniType {
  const schema = init.fallback === undefined ? z.optional(z.boolean()) : z.boolean()
  return describe(schema, { about, wire: 'bool', ...init })
}

/** An option that may be sent several times. Default: an empty list. */
export function list(about: string, init: OptionInit<readonly string[]> = {}): Texts {
  return describe(z.readonly(z.array(z.string())), { about, wire: 'array', fallback: [], ...init })
}

/** A required positional argument, sent as `arg`. */
export function arg(about: string, init: ArgumentInit = {}): Text {
  return describe(z.string(), { about, wire: 'string', required: true, ...init })
}

/** An optional positional argument. */
export function optionalArg(about: string, init: ArgumentInit = {}): z.ZodMiniOptional<Text> {
  return describe(z.optional(z.string()), { about, wire: 'string', ...init })
}

/** The last positional argument of a command that takes one or more. */
export function args(about: string, init: ArgumentInit = {}): Texts {
  const schema = z.readonly(z.array(z.string()))
  return describe(schema, { about, wire: 'string', required: true, variadic: true, ...init })
}

/** The last positional argument of a command that takes any number, none included. */
export function optionalArgs(about: string, init: ArgumentInit = {}): z.ZodMiniDefault<Texts> {
  const schema = z._default(z.readonly(z.array(z.string())), [])
  return describe(schema, { about, wire: 'string', variadic: true, ...init })
}
