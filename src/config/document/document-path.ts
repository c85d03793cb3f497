import { DomainError } from '../../errors.ts'
import { type ConfigObject, type ConfigValue, isJsonObject, MAX_CONFIG_DEPTH } from './config-value.ts'

/**
 * The value at a dotted path. Throws `not-found` with the reference's text for the first part of the path that
 * is absent or not an object.
 */
export function valueAt(document: ConfigObject, path: string): ConfigValue {
  let value: ConfigValue = document
  const passed: string[] = []
  for (const key of path.split('.')) {
    if (!isJsonObject(value)) throw new DomainError('not-found', `${passed.join('.')} key is not a map`)
    passed.push(key)
    const below: ConfigValue | undefined = Object.hasOwn(value, key) ? value[key] : undefined
    if (below === undefined) throw new DomainError('not-found', `${passed.join('.')} not found`)
    value = below
  }
  return value
}

/** Like {@link valueAt}, but `undefined` for an absent value. */
export function findValue(document: ConfigObject, path: string): ConfigValue | undefined {
  let value: ConfigValue | undefined = document
  for (const key of path.split('.')) {
    if (!isJsonObject(value) || !Object.hasOwn(value, key)) return undefined
    value = value[key]
  }
  return value
}

/**
 * The document with a value at a dotted path. Creates objects on the way. Throws `invalid-argument` for an empty key
 * and for over 64 keys, and the errors of {@link valueAt}.
 */
export function withValue(document: ConfigObject, path: string, value: ConfigValue): ConfigObject {
  const keys = path.split('.')
  if (keys.includes('')) throw new DomainError('invalid-argument', `"${path.slice(0, 80)}" has an empty key`)
  if (keys.length > MAX_CONFIG_DEPTH) {
    throw new DomainError('invalid-argument', `"${path.slice(0, 80)}" has over ${MAX_CONFIG_DEPTH} keys`)
  }
  return changed(document, keys, 0)

  function changed(parent: ConfigObject, all: readonly string[], at: number): ConfigObject {
    const key = all[at] ?? ''
    if (at === all.length - 1) return withKey(parent, key, value)
    const child = Object.hasOwn(parent, key) ? parent[key] : null
    if (child !== null && !isJsonObject(child)) {
      throw new DomainError('not-found', `${all.slice(0, at + 1).join('.')} key is not a map`)
    }
    return withKey(parent, key, changed(child ?? {}, all, at + 1))
  }
}

/** The document without the value at a dotted path, and without objects that become empty. */
export function withoutValue(document: ConfigObject, path: string): ConfigObject {
  const [key = '', ...rest] = path.split('.')
  if (!Object.hasOwn(document, key)) return document
  const child = document[key]
  if (rest.length === 0) return withoutKey(document, key)
  if (!isJsonObject(child)) return document
  const left = withoutValue(child, rest.join('.'))
  if (left === child) return document
  return Object.keys(left).length === 0 ? withoutKey(document, key) : withKey(document, key, left)
}

/** A plain assignment would not set a key such as `__proto__`. */
function withKey(object: ConfigObject, key: string, value: ConfigValue): ConfigObject {
  return Object.fromEntries([...Object.entries(object), [key, value]])
}

function withoutKey(object: ConfigObject, key: string): ConfigObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key))
}
