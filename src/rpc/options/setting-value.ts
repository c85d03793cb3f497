import { goJsonError } from '../../codec/go-json-error.ts'
import { type ConfigValue, isJsonObject, parseJsonValue } from '../../config/document/config-value.ts'
import { DomainError } from '../../errors.ts'

/** Parses the value of a setting by the options. Throws `invalid-argument` with the reference's text. */
export function readSettingValue(
  text: string,
  options: { readonly bool: boolean; readonly json: boolean },
): ConfigValue {
  if (options.bool) return text === 'true'
  if (!options.json) return text
  const value = parseJsonValue(text)
  if (value !== undefined) return value
  const reason = goJsonError(text) ?? 'exceeded max depth'
  throw new DomainError('invalid-argument', `failed to unmarshal json. ${reason}`)
}

/** Parses a whole document. Throws `invalid-argument` with the reference's text. */
export function readDocument(bytes: Uint8Array): Readonly<Record<string, ConfigValue>> {
  const document = parseJsonValue(new TextDecoder().decode(bytes))
  if (isJsonObject(document)) return document
  throw new DomainError('invalid-argument', 'failed to decode file as config')
}

/** Formats a setting: a text unchanged, anything else as indented JSON. */
export function settingText(value: unknown): string {
  return typeof value === 'string' ? `${value}\n` : `${JSON.stringify(value, undefined, 2)}\n`
}
