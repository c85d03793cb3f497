import type { SettingDescription } from '../../../src/config/describe-settings.ts'
import type { ConfigValue } from '../../../src/config/document/config-value.ts'
import { settingsTexts } from './settings-texts.ts'

type Entered = Pick<SettingDescription, 'form' | 'default'>

/** The text of a control for a value. Empty for the default, and for none. */
export function entryText({ form, default: unset }: Entered, value: ConfigValue): string {
  if (value === null || JSON.stringify(value) === JSON.stringify(unset)) return ''
  if (form === 'list' && Array.isArray(value)) return value.join('\n')
  return typeof value === 'object' ? JSON.stringify(value, undefined, 2) : String(value)
}

/** The value that a text means. `null` for the default. Throws an `Error` for the visitor. */
export function parseEntry({ form }: Pick<Entered, 'form'>, text: string): ConfigValue {
  const entered = text.trim()
  if (entered === '') return null
  if (form === 'flag') return entered === 'true'
  if (form === 'list') return entered.split(/[\n,]/).flatMap((item) => item.trim() || [])
  if (form === 'json') return parseEntered(entered)
  // A number beyond what JSON holds exactly is sent as a text, and what is no number, for the node to name.
  return form === 'number' && Number.isSafeInteger(Number(entered)) ? Number(entered) : entered
}

/** The value at a dotted path of a document. `undefined` when the node has no such setting. */
export function settingIn(document: Readonly<Record<string, unknown>>, path: string): unknown {
  let value: unknown = document
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = Object(value)[key]
  }
  return value
}

function parseEntered(text: string): ConfigValue {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(settingsTexts.notJson)
  }
}
