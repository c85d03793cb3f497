import * as z from 'zod/mini'
import { factsOf } from '../settings/kind.ts'
import type { Setting } from '../settings/setting.ts'
import type { ConfigValue } from './document/config-value.ts'
import { DOCUMENT_SETTINGS, type DocumentSetting } from './document/document-settings.ts'
import { knownSettings } from './document/known-settings.ts'
import { nodeSections } from './schema.ts'

/** One setting as data, for an editor. */
export interface SettingDescription {
  /** Path in the configuration document, such as `Ledger.KeepRoots`. */
  readonly name: string
  /** The environment variable that sets it. Absent for one that only the document has. */
  readonly variable?: string
  /** How its value is entered. `json`: any JSON. */
  readonly form: 'text' | 'number' | 'list' | 'flag' | 'json'
  /** The only accepted texts. Absent when there are others. */
  readonly choices?: readonly string[]
  /** The value when nothing is set. `null` for none, or when it depends on the host. */
  readonly default: ConfigValue
  /** The default in words, in Markdown. Empty for none. */
  readonly shown: string
  readonly needsRestart: boolean
  /** Why the document cannot change it. `secret`: it is not shown either. Absent when it can. */
  readonly fixedBy?: 'environment' | 'secret'
  /** In Markdown. */
  readonly about: string
}

/** Every setting of a node, in the order of declaration. */
export function describeSettings(): readonly SettingDescription[] {
  const defaults = new Map(knownSettings({}).map(({ name, default: unset }) => [name, unset]))
  const declared = Object.values(nodeSections).flatMap((section) => Object.values<Setting>(section.settings))
  return [
    ...declared.map((setting) => describeSetting(setting, defaults.get(setting.name) ?? null)),
    ...DOCUMENT_SETTINGS.map(describeDocumentSetting),
  ]
}

function describeSetting(setting: Setting, unset: ConfigValue): SettingDescription {
  const { name, variable, shown, needsRestart, isSecret, isEnvironmentOnly, about } = setting
  const { form = 'text' } = factsOf(setting.type) ?? {}
  const choices = form === 'text' ? choicesOf(setting.type) : undefined
  return {
    name,
    variable,
    form,
    ...(choices && { choices }),
    default: unset,
    shown,
    needsRestart,
    ...(isSecret ? { fixedBy: 'secret' } : isEnvironmentOnly && { fixedBy: 'environment' }),
    about,
  }
}

function describeDocumentSetting({ name, type, default: unset, about }: DocumentSetting): SettingDescription {
  const shown = unset === null || Array.isArray(unset) ? '' : `\`${unset}\``
  return { name, form: formOf(type), default: unset, shown, needsRestart: false, about }
}

/** The words of an enumeration, also of one that is converted afterwards. */
function choicesOf(type: z.core.$ZodType): readonly string[] | undefined {
  if (type instanceof z.ZodMiniEnum) return type.options.map(String)
  if (!(type instanceof z.ZodMiniPipe)) return undefined
  return choicesOf(type.def.in) ?? choicesOf(type.def.out)
}

function formOf(type: z.core.$ZodType): SettingDescription['form'] {
  if (type instanceof z.ZodMiniNullable) return formOf(type.def.innerType)
  if (type instanceof z.ZodMiniArray) return type.def.element instanceof z.ZodMiniString ? 'list' : 'json'
  return type instanceof z.ZodMiniString ? 'text' : 'number'
}
