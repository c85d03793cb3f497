/** A JSON value. */
export type ConfigValue = null | boolean | number | string | readonly ConfigValue[] | ConfigObject

/** A JSON object. Its keys come from the caller: read them with {@link isJsonObject} and `Object.hasOwn`. */
export interface ConfigObject {
  readonly [key: string]: ConfigValue
}

/** Levels of nesting of a document. Deeper values are refused, which bounds the recursion over one. */
export const MAX_CONFIG_DEPTH = 64

/** Parses JSON. `undefined` for invalid JSON, and for more than 64 levels of nesting. */
export function parseJsonValue(text: string): ConfigValue | undefined {
  try {
    const value: ConfigValue = JSON.parse(text)
    return isWithin(value, MAX_CONFIG_DEPTH) ? value : undefined
  } catch {
    return undefined
  }
}

export function isJsonObject(value: ConfigValue | undefined): value is ConfigObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** True for equal values, whatever the order of their keys. */
export function isSameJson(one: ConfigValue | undefined, other: ConfigValue | undefined): boolean {
  return JSON.stringify(sortedJson(one ?? null)) === JSON.stringify(sortedJson(other ?? null))
}

/** Sorts the keys of all objects in a value. */
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
