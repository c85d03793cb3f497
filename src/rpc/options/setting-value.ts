import { changedNumber } from '../../codec/changed-number.ts'
import { goJsonError } from '../../codec/go-json-error.ts'
import {
  type ConfigObject,
  type ConfigValue,
  isJsonObject,
  parseJsonValue,
} from '../../config/document/config-value.ts'
import { DomainError } from '../../errors.ts'

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Parses the value of a setting by the options. Throws `invalid-argument`: with the reference's text for what is no
 * JSON, and for a number that {@link refuseChangedNumbers} refuses.
 */
export function readSettingValue(
  text: string,
  options: { readonly bool: boolean; readonly json: boolean },
): ConfigValue {
  if (options.bool) return text === 'true'
  if (!options.json) return text
  const value = parseJsonValue(text)
  if (value !== undefined) {
    refuseChangedNumbers(text)
    return value
  }
  const reason = goJsonError(text) ?? 'exceeded max depth'
  throw new DomainError('invalid-argument', `failed to unmarshal json. ${reason}`)
}

/**
 * Parses a whole document, as UTF-8 without a byte order mark. Throws `invalid-argument`: with the reference's text for
 * what is no document, and for a number that {@link refuseChangedNumbers} refuses.
 */
export function readDocument(bytes: Uint8Array): ConfigObject {
  const text = textOf(bytes)
  const document = parseJsonValue(text)
  if (!isJsonObject(document)) throw undecodable()
  refuseChangedNumbers(text)
  return document
}

/** Formats a setting: a text unchanged, anything else as indented JSON. */
export function settingText(value: unknown): string {
  return typeof value === 'string' ? `${value}\n` : `${JSON.stringify(value, undefined, 2)}\n`
}

/** A decoder that replaces bytes would store keys that the caller has not written. */
function textOf(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes)
  } catch (cause) {
    throw undecodable(cause)
  }
}

function undecodable(cause?: unknown): DomainError {
  return new DomainError('invalid-argument', 'failed to decode file as config', { cause })
}

/** Refuses a number that would be stored as another one. */
function refuseChangedNumbers(json: string): void {
  const number = changedNumber(json)
  if (number === undefined) return
  const reason = 'it would be stored as another number, so give it as a text'
  throw new DomainError('invalid-argument', `Cannot store number "${number.slice(0, 80)}": ${reason}`)
}
