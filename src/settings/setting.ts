import type { LogScope } from '../ports/logger.ts'
import type { SettingKind } from './kind.ts'

/** One setting of the owner. Its type, its check, its tests, the guides and what hosts pass on are derived from it. */
export interface Setting<Variable extends string = string, Value = unknown, Default = unknown> {
  /** Path in the configuration document, such as `Ledger.KeepRoots`. */
  readonly name: string
  /** The environment variable that sets it. */
  readonly variable: Variable
  /** Parses the text of the variable. The message of an issue is the reason, and follows the quoted input. */
  readonly type: SettingKind<Value>
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
  /** True when what the node writes cannot be taken back: its default never replaces a stored value. */
  readonly isIrreversible?: true
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

type DeclaredList<Variable extends string> = Omit<
  Setting<Variable, readonly string[], readonly string[]>,
  'default' | 'shown'
>

/** Declares a list that is empty unless the owner sets it. */
export function listSetting<const Variable extends string>(
  declared: DeclaredList<Variable>,
): Setting<Variable, readonly string[], readonly string[]> {
  return setting({ ...declared, default: [], shown: '' })
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

/** The values of a section's settings, by their keys: what its service takes. */
export type SettingsOf<Of extends Section> = {
  readonly [Key in keyof Of['settings']]: Of['settings'][Key] extends Setting<
    string,
    infer Value,
    infer Default
  >
    ? Value | Default
    : never
}

/** The settings of a section that gives defaults of options: each under the name of one, and no other. */
export type SettingsFor<Options> = {
  readonly [Key in keyof Options]-?: Setting<string, Options[Key], Options[Key]>
}

/** The values of a section for which nothing is set. */
export function defaultsOf<Of extends Section>({ settings }: Of): SettingsOf<Of> {
  const values = Object.entries(settings).map(([key, { default: value }]) => [key, value])
  return Object.fromEntries(values)
}
