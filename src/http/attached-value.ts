/** A value that is kept with an object of the host, such as a request, for as long as the object lives. */
export interface AttachedValue<T> {
  get(object: object): T | undefined
  set(object: object, value: T): void
}

/**
 * Keeps values in a hidden property. To add an object of each call to a `WeakMap` costs over half a microsecond, a
 * property next to nothing.
 */
export function attachedValue<T>(name: string): AttachedValue<T> {
  const key = Symbol(name)
  return {
    get: (object: { [key]?: T }) => object[key],
    set(object: { [key]?: T }, value) {
      object[key] = value
    },
  }
}
