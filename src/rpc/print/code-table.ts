import type * as z from 'zod/mini'
import type { CodeName } from '../../codec/cid/code-lists.ts'
import type { CodeTable } from '../shapes/cids.ts'

/** Formats a table of numbers and names for the wire. */
export function codeTable(list: readonly CodeName[]): z.infer<typeof CodeTable> {
  return list.map(({ code, name }) => ({ Code: code, Name: name }))
}

/** The names one a line, after their numbers if requested. */
export function codeTableText(
  table: z.infer<typeof CodeTable>,
  { options: { numeric } }: { readonly options: { readonly numeric: boolean } },
): string {
  return table
    .map(({ Code, Name }) => (numeric ? `${String(Code).padStart(5)}  ${Name}\n` : `${Name}\n`))
    .join('')
}
