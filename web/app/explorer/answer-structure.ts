import { isBranch, parseJson } from '../json-text.ts'

/** The structure of a response, for its display. */
export type AnswerStructure =
  /** Lines of objects. A cell is `undefined` where a line lacks the column. */
  | {
      readonly kind: 'table'
      readonly columns: readonly string[]
      readonly rows: readonly (readonly unknown[])[]
    }
  | { readonly kind: 'tree'; readonly value: unknown }

/** More columns would not be a table to read. */
const MAX_COLUMNS = 12

/** The structure of a complete response. `undefined` for text, and for a response of one plain value. */
export function answerStructure(text: string): AnswerStructure | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const values = lines.length > 1 ? parseAll(lines) : undefined
  if (!values) {
    const [value] = parseAll([text]) ?? []
    return isBranch(value) ? { kind: 'tree', value } : undefined
  }
  const shown = isError(values.at(-1)) ? values.slice(0, -1) : values
  return tableOf(shown) ?? { kind: 'tree', value: values }
}

function parseAll(lines: readonly string[]): readonly unknown[] | undefined {
  try {
    return lines.map((line): unknown => parseJson(line))
  } catch {
    return undefined
  }
}

/** Objects that have the same keys, except for some that only few have. */
function tableOf(values: readonly unknown[]): AnswerStructure | undefined {
  const objects = values.filter(isObject)
  if (objects.length < values.length || objects.length === 0) return undefined
  const columns = [...new Set(objects.flatMap(Object.keys))]
  const isEqual = objects.every((object) => columns.some((column) => Object.hasOwn(object, column)))
  if (!isEqual || columns.length > MAX_COLUMNS) return undefined
  return { kind: 'table', columns, rows: objects.map((object) => columns.map((column) => object[column])) }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return isBranch(value) && !Array.isArray(value)
}

/** The error that ends a stream of lines. The advice above the response names it. */
function isError(value: unknown): boolean {
  return isObject(value) && value['Type'] === 'error' && 'Message' in value
}
