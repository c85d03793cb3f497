import * as z from 'zod/mini'

/** One thing that an owner decides, declared once: reading, the README's table and what hosts pass on follow. */
export interface Setting<Variable extends string = string, Value = unknown, Default = unknown> {
  /** Path in the configuration document, such as `Ledger.KeepRoots`. */
  readonly name: string
  /** The environment variable that sets it. */
  readonly variable: Variable
  /** Reads the text of the variable. The message of an issue is the reason, after the quoted input of the issue. */
  readonly type: z.ZodMiniType<Value, string>
  /** The value where the variable is absent or empty. */
  readonly default: Default
  /** The default as the README prints it, in Markdown; empty for nothing. */
  readonly shown: string
  /** True when a change holds only from the next start. */
  readonly needsRestart: boolean
  /** Never shown, neither in a document nor in an error. */
  readonly isSecret?: true
  /** What it means, in Markdown, for the README. */
  readonly about: string
  /** What the node cannot do with a text that it cannot read, in errors; `read` when absent. */
  readonly action?: string
}

export function setting<const Variable extends string, Value, const Default>(
  declared: Setting<Variable, Value, Default>,
): Setting<Variable, Value, Default> {
  return declared
}

/** Settings that services take together. */
export interface Section<
  Settings extends Readonly<Record<string, Setting>> = Readonly<Record<string, Setting>>,
> {
  /**
   * What a node does when it finds a text that cannot be read, where nobody reads an error of its start.
   * `refuse`: it does not start. `unset`: the setting has its default. `unset-section`: all settings of the section
   * have theirs, since the others could open what the wrong one was to close. `npm start` refuses in any case.
   */
  readonly onFault: 'refuse' | 'unset' | 'unset-section'
  /** Scope of the log entry that names the fault. */
  readonly logScope: string
  readonly settings: Settings
}

/** Any text. */
export const text = z.string()

/** A text for which `accepts` holds. */
export function textThat(accepts: (value: string) => boolean, reason: string): z.ZodMiniType<string, string> {
  return z.string().check(z.refine(accepts, { error: reason }))
}

/** What a parser makes of the text; its errors pass as they are. */
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

export interface NumberOptions {
  readonly from: bigint
  readonly to: bigint
  /** What is counted. */
  readonly unit?: string
  /** Of the text, zeros in front included; 20 when absent, which 64 bits need. */
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

/** {@link wholeNumber} as a number: its largest value is a safe integer. */
export function safeNumber(options: NumberOptions): z.ZodMiniType<number, string> {
  return z.pipe(wholeNumber(options), z.transform(Number))
}

/** Hosts such as `images.example.org, images.example.org:8080`. */
export const hosts: z.ZodMiniType<readonly string[], string> = z.pipe(
  z.string().check((payload) => {
    const wrong = listed(payload.value).find((host) => URL.parse(`http://${host}`)?.host !== host)
    if (wrong === undefined) return
    payload.issues.push({ code: 'custom', input: wrong, message: 'not a host such as "images.example.org"' })
  }),
  z.transform(listed),
)

function listed(value: string): readonly string[] {
  const entries = value.split(',').map((entry) => entry.trim())
  return entries.filter((entry) => entry !== '')
}
