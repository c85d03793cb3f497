declare global {
  interface JSON {
    /** Wraps a number as it is written. Absent in older browsers. */
    readonly rawJSON?: (text: string) => object
    readonly isRawJSON?: (value: unknown) => boolean
  }
}

/** Deeper levels have the indent of this one, so that the text grows in proportion to its values. */
const MAX_INDENT_LEVELS = 40

/** A string, empty brackets, or a sign with the white space around it. Numbers and words are what is left. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|\[\s*\]|\{\s*\}|\s*([{}[\],:])\s*/g

/** JSON with indents, whose strings and numbers stay as they are written. Returns other text unchanged. */
export function indentedJson(text: string): string {
  try {
    JSON.parse(text)
  } catch {
    return text
  }
  let level = 0
  const line = () => `\n${'  '.repeat(Math.min(level, MAX_INDENT_LEVELS))}`
  return text.trim().replace(TOKEN, (token: string, sign: string | undefined) => {
    if (sign === undefined) return token.startsWith('"') ? token : token.replace(/\s+/, '')
    if (sign === ':') return ': '
    if (sign === ',') return `,${line()}`
    const isOpening = sign === '{' || sign === '['
    level += isOpening ? 1 : -1
    return isOpening ? sign + line() : line() + sign
  })
}

/**
 * Parses JSON for display. A number that JavaScript would write differently, such as `9007199254740993` or `12.10`,
 * becomes an object that `JSON.stringify` writes as in the text. Older browsers cannot do that and round the number.
 * Throws the errors of `JSON.parse`.
 */
export function parseJson(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown, context?: { readonly source?: string }) => {
    const source = context?.source
    if (typeof value !== 'number' || source === undefined || source === String(value)) return value
    return JSON.rawJSON?.(source) ?? value
  })
}

/** True for an object or an array, but not for a number of {@link parseJson}. */
export function isBranch(value: unknown): value is Readonly<Record<string, unknown>> | readonly unknown[] {
  return typeof value === 'object' && value !== null && !JSON.isRawJSON?.(value)
}
