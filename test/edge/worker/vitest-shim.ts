/**
 * As much of vitest as the contracts use, so that they run inside workerd: with the adapter's own signals,
 * errors and buffers, and no wire in between.
 */
export interface Fact {
  readonly name: string
  readonly run: () => void | Promise<void>
}

/** The facts in the order they were told. */
export const facts: Fact[] = []

const path: string[] = []

export function describe(name: string, tell: () => void): void {
  path.push(name)
  tell()
  path.pop()
}

export function it(name: string, run: () => void | Promise<void>): void {
  facts.push({ name: [...path, name].join(' > '), run })
}

interface Expectations {
  toBe(expected: unknown): void
  toEqual(expected: unknown): void
  toBeUndefined(): void
  readonly rejects: Rejections
}

interface Rejections {
  toBe(expected: unknown): Promise<void>
  toMatchObject(expected: Readonly<Record<string, unknown>>): Promise<void>
}

export function expect(actual: unknown): Expectations {
  return {
    toBe: (expected) => check(Object.is(actual, expected), actual, expected),
    toEqual: (expected) => check(isEqual(actual, expected), actual, expected),
    toBeUndefined: () => check(actual === undefined, actual, undefined),
    get rejects(): Rejections {
      return {
        async toBe(expected) {
          const reason = await rejection(actual)
          check(reason === expected, reason, expected)
        },
        async toMatchObject(expected) {
          const reason = await rejection(actual)
          for (const [name, value] of Object.entries(expected)) {
            const found = reason instanceof Error ? Reflect.get(reason, name) : undefined
            check(show(found) === show(value), reason, expected)
          }
        },
      }
    },
  }
}

async function rejection(promise: unknown): Promise<unknown> {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error('expected a rejection, and the promise was fulfilled')
}

function check(holds: boolean, actual: unknown, expected: unknown): void {
  if (!holds) throw new Error(`expected ${show(expected)}\n got ${show(actual)}`)
}

function isEqual(actual: unknown, expected: unknown): boolean {
  if (!(actual instanceof Uint8Array && expected instanceof Uint8Array))
    return show(actual) === show(expected)
  return actual.byteLength === expected.byteLength && crypto.subtle.timingSafeEqual(actual, expected)
}

/** One text for equal values. */
function show(value: unknown): string {
  if (value instanceof Uint8Array) return `bytes(${value.join()})`
  if (value instanceof Error) return String(value)
  if (Array.isArray(value)) return `[${value.map(show).join()}]`
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' ? `"${value}"` : String(value)
  const shown = Object.entries(value).map(([name, held]) => `${name}:${show(held)}`)
  return `{${shown.sort().join()}}`
}
