import * as z from 'zod/mini'
import { attempt, DomainError } from '../../errors.ts'
import { readText, type Texts } from '../read-config.ts'
import { nodeSections } from '../schema.ts'
import type { Setting } from '../setting.ts'
import type { ConfigValue } from './config-value.ts'
import { DOCUMENT_SETTINGS, type DocumentSetting } from './document-settings.ts'

/** One setting as the document sees it. */
export interface KnownSetting {
  readonly name: string
  /** The value where nothing is set; `null` for none. */
  readonly default: ConfigValue
  /** The variable that sets it now, and what it sets; absent where the environment leaves it to the document. */
  readonly held?: { readonly variable: string; readonly value: ConfigValue }
  /** The variable that alone can set it. */
  readonly onlyBy?: string
  readonly needsRestart: boolean
  /** The value in the form in which it is kept. Throws `invalid-argument` with the reason. */
  check(value: ConfigValue): ConfigValue
}

const nodeSettings: readonly Setting[] = Object.values(nodeSections).flatMap((section) =>
  Object.values<Setting>(section.settings),
)

/** Settings that are never shown, and that only the environment holds. */
export const SECRET_NAMES: readonly string[] = nodeSettings
  .filter(({ isSecret }) => isSecret)
  .map(({ name }) => name)

/** Every setting but secret ones, under an environment. */
export function knownSettings(environment: Texts): readonly KnownSetting[] {
  const shown = nodeSettings.filter(({ isSecret }) => !isSecret)
  return [...shown.map((setting) => ofNode(setting, environment)), ...DOCUMENT_SETTINGS.map(ofDocument)]
}

/** The texts of a document's settings, by their variables: {@link Texts} that are read as those of an environment. */
export function documentTexts(read: (name: string) => ConfigValue | undefined): Texts {
  const texts = nodeSettings.flatMap((setting) => {
    const value = isFromEnvironment(setting) ? undefined : read(setting.name)
    return value === undefined
      ? []
      : [[setting.variable, attempt(() => textOf(value)) ?? JSON.stringify(value)]]
  })
  return Object.fromEntries(texts)
}

function ofNode(setting: Setting, environment: Texts): KnownSetting {
  const { name, variable, needsRestart } = setting
  const held = (environment as Readonly<Record<string, string | undefined>>)[variable] ?? ''
  return {
    name,
    needsRestart,
    default: defaultOf(setting),
    ...(held !== '' && { held: { variable, value: jsonOf(setting, held) } }),
    ...(isFromEnvironment(setting) && { onlyBy: variable }),
    check(value) {
      const text = textOf(value)
      if (text === '') return null
      readText(setting, text)
      return jsonOf(setting, text)
    },
  }
}

function ofDocument({ name, type, is, default: unset }: DocumentSetting): KnownSetting {
  return {
    name,
    needsRestart: false,
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

/** A default that is documented as code is the text that would set it. */
function defaultOf(setting: Setting): ConfigValue {
  const [, text] = /^`([^`]+)`$/.exec(setting.shown) ?? []
  if (text !== undefined) return jsonOf(setting, text)
  return setting.form === 'list' ? [] : null
}

/** Any number of a variable's text that JSON can hold exactly is a number. */
function jsonOf({ form = 'text' }: Setting, text: string): ConfigValue {
  if (form === 'list') return text.split(',').flatMap((item) => (item.trim() === '' ? [] : [item.trim()]))
  if (form === 'number' && Number.isSafeInteger(Number(text))) return Number(text)
  return text
}

/** The text that a variable would have; empty for none. Throws `invalid-argument` for what no variable can hold. */
function textOf(value: ConfigValue): string {
  if (value === null) return ''
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(', ')
  throw new DomainError('invalid-argument', 'not a text, a number or a list of texts')
}
