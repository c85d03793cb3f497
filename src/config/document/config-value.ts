/** What a JSON text can hold. */
export type ConfigValue = null | boolean | number | string | readonly ConfigValue[] | ConfigObject

/** An object of JSON. Its keys are the caller's: read them with {@link isJsonObject} and `Object.hasOwn`. */
export interface ConfigObject {
  readonly [key: string]: ConfigValue
}

/** Deeper values are refused, so that walks of a document need no more of the stack. */
const MAX_DEPTH = 64

/** The value of a JSON text; `undefined` for any other text, and for one that is nested deeper than 64 levels. */
export function parseJsonValue(text: string): ConfigValue | undefined {
  try {
    const value: ConfigValue = JSON.parse(text)
    return isWithin(value, MAX_DEPTH) ? value : undefined
  } catch {
    return undefined
  }
}

export function isJsonObject(value: ConfigValue | undefined): value is ConfigObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** True for two values that mean the same, whatever the order of their keys. */
export function isSameJson(one: ConfigValue | undefined, other: ConfigValue | undefined): boolean {
  return JSON.stringify(sortedJson(one ?? null)) === JSON.stringify(sortedJson(other ?? null))
}

/** The value with the keys of all its objects in order. */
export function sortedJson(value: ConfigValue): ConfigValue {
  if (Array.isArray(value)) return value.map(sortedJson)
  if (!isJsonObject(value)) return value
  const keys = Object.keys(value).sort()
  return Object.fromEntries(keys.map((key) => [key, sortedJson(value[key] ?? null)]))
}

function isWithin(value: ConfigValue, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((item: ConfigValue) => isWithin(item, levels - 1))
}
