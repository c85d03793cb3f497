import * as z from 'zod/mini'
import { attempt, DomainError } from '../../errors.ts'
import { factsOf, type KindFacts } from '../../settings/kind.ts'
import type { Setting } from '../../settings/setting.ts'
import { readText, type Texts } from '../read-config.ts'
import { nodeSections } from '../schema.ts'
import { starterSection } from '../sections/starter.ts'
import type { ConfigValue } from './config-value.ts'
import { DOCUMENT_SETTINGS, type DocumentSetting } from './document-settings.ts'

/** One setting of the document. */
export interface KnownSetting {
  readonly name: string
  /** The default. `null` for none. */
  readonly default: ConfigValue
  /** The variable that currently sets it, with its value. Absent when the document decides. */
  readonly held?: { readonly variable: string; readonly value: ConfigValue }
  /** The only way to set it: an environment variable. */
  readonly onlyBy?: string
  readonly needsRestart: boolean
  /** True when a value can be given as a text that is not JSON. */
  readonly acceptsText: boolean
  /** Converts a value to the stored form. Throws `invalid-argument` with the reason. */
  check(value: ConfigValue): ConfigValue
}

const nodeSettings: readonly Setting[] = Object.values(nodeSections).flatMap((section) =>
  Object.values<Setting>(section.settings),
)

/** Settings that are never shown, and that only the environment can set. */
export const SECRET_NAMES: readonly string[] = nodeSettings
  .filter(({ isSecret }) => isSecret)
  .map(({ name }) => name)

/** Settings that only the starter reads, before there is a node. The document neither shows nor accepts them. */
export const STARTER_SETTINGS: readonly Pick<Setting, 'name' | 'variable'>[] = Object.values(
  starterSection.settings,
)

/** All settings except secrets, with the values of an environment. */
export function knownSettings(environment: Texts): readonly KnownSetting[] {
  const shown = nodeSettings.filter(({ isSecret }) => !isSecret)
  return [...shown.map((setting) => ofNode(setting, environment)), ...DOCUMENT_SETTINGS.map(ofDocument)]
}

/** Converts a document's settings to {@link Texts} by variable name, which are parsed like those of an environment. */
export function documentTexts(read: (name: string) => ConfigValue | undefined): Texts {
  const texts = nodeSettings.flatMap((setting) => {
    const value = isFromEnvironment(setting) ? undefined : read(setting.name)
    return value === undefined
      ? []
      : [[setting.variable, attempt(() => textOf(setting, value)) ?? JSON.stringify(value)]]
  })
  return Object.fromEntries(texts)
}

function ofNode(setting: Setting, environment: Texts): KnownSetting {
  const { name, variable, needsRestart } = setting
  const held = (environment as Readonly<Record<string, string | undefined>>)[variable] ?? ''
  return {
    name,
    needsRestart,
    acceptsText: true,
    default: defaultOf(setting),
    ...(held !== '' && { held: { variable, value: jsonOf(setting, held) } }),
    ...(isFromEnvironment(setting) && { onlyBy: variable }),
    check(value) {
      const text = textOf(setting, value)
      if (text === '') return null
      readText(setting, text, name)
      return jsonOf(setting, text)
    },
  }
}

function ofDocument({ name, type, is, default: unset }: DocumentSetting): KnownSetting {
  return {
    name,
    needsRestart: false,
    acceptsText: typeof unset === 'string',
    default: unset,
    check(value) {
      if (value === null) return null
      if (z.safeParse(type, value).success) return value
      throw new DomainError('invalid-argument', `${name} is not ${is}`)
    },
  }
}

function isFromEnvironment({ isSecret, isEnvironmentOnly }: Setting): boolean {
  return isSecret === true || isEnvironmentOnly === true
}

/** Converts a documented default in code marks, which is the text of the variable. */
function defaultOf(setting: Setting): ConfigValue {
  const [, text] = /^`([^`]+)`$/.exec(setting.shown) ?? []
  if (text !== undefined) return jsonOf(setting, text)
  return factsOf(setting.type)?.form === 'list' ? [] : null
}

/** Converts the text of a variable. A number that JSON represents exactly becomes a number. */
function jsonOf({ type }: Setting, text: string): ConfigValue {
  const form = factsOf(type)?.form
  if (form === 'flag' && ['true', 'false'].includes(text)) return text === 'true'
  if (form === 'list') return text.split(',').flatMap((item) => (item.trim() === '' ? [] : [item.trim()]))
  if (form === 'number' && Number.isSafeInteger(Number(text))) return Number(text)
  return text
}

/** The words for an error, and the type of values besides texts. A size, which has the form of a text, may be a number. */
const FORMS: Readonly<Record<KindFacts['form'], readonly [is: string, type: string]>> = {
  text: ['a text', 'number'],
  flag: ['true or false', 'boolean'],
  number: ['a number', 'number'],
  list: ['a list of texts', 'list'],
}

/**
 * Converts a value to the text of a variable, which any setting may be given as. Empty for none. Throws
 * `invalid-argument` for a value of another type.
 */
function textOf({ name, type }: Setting, value: ConfigValue): string {
  if (value === null) return ''
  if (typeof value === 'string') return value
  const form = factsOf(type)?.form ?? 'text'
  const [is, valueType] = FORMS[form]
  if (typeof value === valueType && (form !== 'text' || Number(value) >= 0)) return String(value)
  const isTexts = Array.isArray(value) && value.every((item) => typeof item === 'string')
  if (isTexts && valueType === 'list') return value.join(', ')
  throw new DomainError('invalid-argument', `${name} is not ${is}`)
}
