import * as z from 'zod/mini'
import type { LogScope } from '../ports/logger.ts'
import { parseByteSize } from './byte-size.ts'

/** One setting of the owner. Parsing, the table of settings.md and what hosts pass on are derived from it. */
export interface Setting<Variable extends string = string, Value = unknown, Default = unknown> {
  /** Path in the configuration document, such as `Ledger.KeepRoots`. */
  readonly name: string
  /** The environment variable that sets it. */
  readonly variable: Variable
  /** Parses the text of the variable. The message of an issue is the reason, and follows the quoted input. */
  readonly type: z.ZodMiniType<Value, string>
  /** The value when the variable is absent or empty. */
  readonly default: Default
  /** The default for the guides, in Markdown. Empty for none. */
  readonly shown: string
  /** True when a change takes effect only when the node is loaded again: at the latest at the next start. */
  readonly needsRestart: boolean
  /** True for a value that must not appear in documents or errors. */
  readonly isSecret?: true
  /** True when only the environment can set it: code that reads no document needs it as well. */
  readonly isEnvironmentOnly?: true
  /** How the document shows it; `text` when absent. A list has commas between its items in the variable. */
  readonly form?: 'text' | 'number' | 'list' | 'flag'
  /** Description for the guides, in Markdown. */
  readonly about: string
  /** The verb in errors about an invalid text: what the node cannot do with it. Default: `read`. */
  readonly action?: string
}

export function setting<const Variable extends string, Value, const Default>(
  declared: Setting<Variable, Value, Default>,
): Setting<Variable, Value, Default> {
  return declared
}

/** Settings that a service takes together. */
export interface Section<
  Settings extends Readonly<Record<string, Setting>> = Readonly<Record<string, Setting>>,
> {
  /**
   * What a node does with an invalid text, on a host whose start errors the owner does not see. `refuse`: it
   * does not start. `unset`: the setting has its default. `unset-section`: all settings of the section have
   * their defaults, because the others could open what the invalid one was to close. `npm start` always
   * refuses.
   */
  readonly onFault: 'refuse' | 'unset' | 'unset-section'
  /** Scope of the log entry about an invalid text. */
  readonly logScope: LogScope
  readonly settings: Settings
}

/** The settings of a section whose service takes them all as they are: each under the name of one, and no other. */
export type SettingsFor<Options> = {
  readonly [Key in keyof Options]-?: Setting<string, Options[Key], Options[Key]>
}

/** Any text. */
export const anyText = z.string()

/** A text for which `accepts` returns true. */
export function textThat(accepts: (value: string) => boolean, reason: string): z.ZodMiniType<string, string> {
  return z.string().check(z.refine(accepts, { error: reason }))
}

/** The result of a parser, whose errors are passed on. */
export function parsedBy<Value>(parse: (value: string) => Value): z.ZodMiniType<Value, string> {
  return z.pipe(z.string(), z.transform(parse))
}

/** One of these words. */
export function oneOf<const Word extends string>(
  words: readonly Word[],
  reason: string,
): z.ZodMiniType<Word, string> {
  return z.pipe(
    textThat((value) => words.some((word) => word === value), reason),
    z.enum(words),
  )
}

/** `true` or `false`. */
export const flag: z.ZodMiniType<boolean, string> = z.pipe(
  oneOf(['true', 'false'], 'neither "true" nor "false"'),
  z.transform((word) => word === 'true'),
)

export interface NumberOptions {
  readonly from: bigint
  readonly to: bigint
  /** The unit that is counted. */
  readonly unit?: string
  /** Maximum number of digits, including leading zeros. Default: 20, as 64 bits need. */
  readonly maxDigits?: number
}

/** A whole number in decimal digits. */
export function wholeNumber({
  from,
  to,
  unit,
  maxDigits = 20,
}: NumberOptions): z.ZodMiniType<bigint, string> {
  const digits = new RegExp(`^\\d{1,${maxDigits}}$`)
  const isInRange = (value: string) => digits.test(value) && BigInt(value) >= from && BigInt(value) <= to
  const reason = `not a number ${unit === undefined ? '' : `of ${unit} `}from ${from} to ${to}`
  return z.pipe(
    textThat(isInRange, reason),
    z.transform((value) => BigInt(value)),
  )
}

/** {@link wholeNumber} as a number. Its largest value must be a safe integer. */
export function safeNumber(options: NumberOptions): z.ZodMiniType<number, string> {
  return z.pipe(wholeNumber(options), z.transform(Number))
}

export interface ByteSizeOptions {
  readonly from: number
  readonly to: number
  /** The limits as an error quotes them. */
  readonly shown: string
}

/** A size that {@link parseByteSize} reads: `1B`, `256KiB`, `1MB`. Resolves to bytes. */
export function byteSize({ from, to, shown }: ByteSizeOptions): z.ZodMiniType<number, string> {
  const bytesOf = (text: string) => parseByteSize(text) ?? Number.NaN
  return z.pipe(
    textThat((text) => bytesOf(text) >= from && bytesOf(text) <= to, `not a size ${shown}`),
    z.transform(bytesOf),
  )
}
