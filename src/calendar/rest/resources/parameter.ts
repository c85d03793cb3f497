import type { Documented } from '../../model/field.ts'
import { STATUSES, type Status } from '../../model/status.ts'
import type { ParameterFault } from '../rest-error.ts'
import type { Scope } from '../scope.ts'

/** Checks a value. True when it is acceptable; a fault replaces the text "Invalid parameter.". */
export type Check = (value: unknown, scope: Scope) => boolean | ParameterFault

/**
 * One parameter of a route. Index, `/doc`, OpenAPI and validation are derived from it. All checks run first, on
 * sent values that are not null; the types are validated only when no check failed.
 */
export interface Parameter extends Documented {
  readonly check?: Check
}

/** In the order of the route's declaration, which is also the order in errors. */
export type ParameterTable = Readonly<Record<string, Parameter>>

/** The text of a sent value, as `String` gives it for all but objects: theirs may have any `toString`. */
export function sentText(value: unknown): string {
  if (Array.isArray(value))
    return value.map((entry) => (typeof entry === 'object' ? '' : String(entry))).join(',')
  return typeof value === 'object' && value !== null ? '' : String(value)
}

export function isStatus(value: unknown): value is Status {
  return STATUSES.some((status) => status === value)
}

/** True for a positive integer in any of the forms `2`, `"2"`, `"02"` and `"2.0"`. */
export function isPositiveInteger(value: unknown): boolean {
  const number = toInteger(value)
  return number !== undefined && number > 0
}

/** Reads an integer from a number or text; `undefined` for anything else. */
export function toInteger(value: unknown): number | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  if (typeof value === 'string' && !/^\s*[+-]?\d{1,15}(\.0*)?\s*$/.test(value)) return undefined
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : undefined
}

/** True for a text other than `""` and `"0"`. */
export function isSubstantialText(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value !== '0'
}

/** Reads a boolean strictly: `true`, `false`, `1`, `0` and these as texts. `undefined` for anything else. */
export function toFlag(value: unknown): boolean | undefined {
  const word = typeof value === 'string' ? value.toLowerCase() : value
  if (word === true || word === 'true' || word === 1 || word === '1') return true
  if (word === false || word === 'false' || word === 0 || word === '0') return false
  return undefined
}

/** Reads a boolean leniently: a few words are true, anything else is false. */
export function isTruthy(value: unknown): boolean {
  if (typeof value === 'string') return ['true', '1', 'yes', 'on'].includes(value.trim().toLowerCase())
  return value === true || value === 1
}

/** Reads a list, or a text with entries separated by commas, each entry once; `undefined` for anything else. */
export function toList(value: unknown): readonly (string | number)[] | undefined {
  if (typeof value === 'number') return [value]
  const entries: unknown = typeof value === 'string' ? value.split(',') : value
  if (!Array.isArray(entries) || !entries.every(isTextOrNumber)) return undefined
  return [...new Set(entries.map(trimmed))]
}

function isTextOrNumber(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}

function trimmed(value: string | number): string | number {
  return typeof value === 'string' ? value.trim() : value
}

/** True for an absolute URL that a page may link to. */
export function isWebAddress(value: unknown): boolean {
  if (typeof value !== 'string' || !/^(https?|ftp):\/\/[\x21-\x7e]+$/i.test(value)) return false
  const url = URL.parse(value)
  return url !== null && url.hostname !== ''
}
