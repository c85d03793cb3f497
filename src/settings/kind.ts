import * as z from 'zod/mini'
import { parseGoDuration } from '../codec/go-duration.ts'
import { parseByteSize } from './byte-size.ts'

/** How the text of a setting is read, such as a flag or a size in bytes. */
export type SettingKind<Value> = z.ZodMiniType<Value, string>

export interface KindFacts {
  /** How the configuration document shows it. A list has commas between its items in the variable. */
  readonly form: 'text' | 'number' | 'list' | 'flag'
  /** A text that it accepts. */
  readonly example: string
}

const facts = new WeakMap<SettingKind<unknown>, KindFacts>()

/** Every kind has facts: those of another schema are `undefined`. */
export function factsOf(kind: SettingKind<unknown>): KindFacts | undefined {
  return facts.get(kind)
}

/** Names the facts of a kind. */
export function kind<Value>(type: SettingKind<Value>, about: KindFacts): SettingKind<Value> {
  facts.set(type, about)
  return type
}

/** Any text. */
export const anyText = kind(z.string(), { form: 'text', example: 'any text' })

function refined(accepts: (value: string) => boolean, reason: string): SettingKind<string> {
  return z.string().check(z.refine(accepts, { error: reason }))
}

/** A text for which `accepts` returns true: `what` says what it is, and follows `not` in errors. */
export function textThat(
  accepts: (value: string) => boolean,
  { what, example }: { readonly what: string; readonly example: string },
): SettingKind<string> {
  return kind(refined(accepts, `not ${what} such as "${example}"`), { form: 'text', example })
}

/** The result of a parser, whose errors are passed on. */
export function parsedBy<Value>(parse: (value: string) => Value, about: KindFacts): SettingKind<Value> {
  return kind(z.pipe(z.string(), z.transform(parse)), about)
}

/** A kind whose value is converted. Its facts are those of the kind, unless others are given. */
export function converted<From, To>(
  from: SettingKind<From>,
  convert: (value: From) => To,
  about: Partial<KindFacts> = {},
): SettingKind<To> {
  const { form = 'text', example = '' } = factsOf(from) ?? {}
  return kind(z.pipe(from, z.transform(convert)), { form, example, ...about })
}

/** One of these words. */
export function oneOf<const Word extends string>(
  words: readonly [Word, ...Word[]],
  reason: string,
): SettingKind<Word> {
  const accepts = (value: string) => words.some((word) => word === value)
  return kind(z.pipe(refined(accepts, reason), z.enum(words)), { form: 'text', example: words[0] })
}

/** `true` or `false`. */
export const flag: SettingKind<boolean> = converted(
  oneOf(['true', 'false'], 'neither "true" nor "false"'),
  (word) => word === 'true',
  { form: 'flag' },
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
export function wholeNumber({ from, to, unit, maxDigits = 20 }: NumberOptions): SettingKind<bigint> {
  const digits = new RegExp(`^\\d{1,${maxDigits}}$`)
  const isInRange = (value: string) => digits.test(value) && BigInt(value) >= from && BigInt(value) <= to
  const reason = `not a number ${unit === undefined ? '' : `of ${unit} `}from ${from} to ${to}`
  const type = z.pipe(
    refined(isInRange, reason),
    z.transform((value) => BigInt(value)),
  )
  return kind(type, { form: 'number', example: String(to) })
}

/** {@link wholeNumber} as a number, in another unit `times` as small. Its largest value must be a safe integer. */
export function safeNumber({
  times = 1,
  ...options
}: NumberOptions & { readonly times?: number }): SettingKind<number> {
  return converted(wholeNumber(options), (value) => Number(value) * times)
}

export interface ByteSizeOptions {
  readonly from: number
  readonly to: number
  /** The limits as an error quotes them. */
  readonly shown: string
}

/** A size that {@link parseByteSize} reads: `1B`, `256KiB`, `1MB`. Resolves to bytes. */
export function byteSize({ from, to, shown }: ByteSizeOptions): SettingKind<number> {
  const bytesOf = (text: string) => parseByteSize(text) ?? Number.NaN
  const isInRange = (text: string) => bytesOf(text) >= from && bytesOf(text) <= to
  const type = z.pipe(refined(isInRange, `not a size ${shown}`), z.transform(bytesOf))
  return kind(type, { form: 'text', example: `${to}B` })
}

/** True for a duration such as `1h30m` that is not negative and not longer than another one. */
export function isDuration(text: string, longest: string): boolean {
  const durationMs = parseGoDuration(text) ?? -1
  return durationMs >= 0 && durationMs <= (parseGoDuration(longest) ?? 0)
}

/** A duration such as `22h` or `1h30m`. Resolves to milliseconds. */
export function duration({ longest }: { readonly longest: string }): SettingKind<number> {
  const what = `a duration up to ${longest},`
  const text = textThat((value) => isDuration(value, longest), { what, example: '1h30m' })
  return converted(text, (value) => parseGoDuration(value) ?? 0)
}
