import { escapeNonPrinting } from './go-quote.ts'

interface Listing {
  readonly Objects: readonly {
    readonly Hash: string
    readonly Links: readonly {
      readonly Name: string
      readonly Hash: string
      readonly Size: number
      readonly Type: number
    }[]
  }[]
}

interface TextOptions {
  readonly options: {
    readonly headers?: boolean | undefined
    readonly size?: boolean | undefined
    readonly stream?: boolean | undefined
  }
}

const DIRECTORY = 1

/** The least width of a column where the rows that follow are not known. */
const STREAMED_WIDTH = 10

/**
 * The text form of `/ls`, in columns. Each of several objects has its argument as heading, and an empty line in
 * between. A stream has rows alone, as at the reference.
 */
export function listingText(
  { Objects }: Listing,
  { options: { headers = false, size = true, stream = false } }: TextOptions,
): string {
  const cells = (hash: string, shownSize: string, name: string) =>
    size ? [hash, shownSize, name] : [hash, name]
  return Objects.map(({ Hash, Links }) => {
    const rows = Links.map((link) => {
      const isDirectory = link.Type === DIRECTORY
      const name = escapeNonPrinting(link.Name)
      return cells(link.Hash, isDirectory ? '-' : String(link.Size), isDirectory ? `${name}/` : name)
    })
    if (stream) return columns(rows, STREAMED_WIDTH)
    const table = columns(headers ? [cells('Hash', 'Size', 'Name'), ...rows] : rows)
    return Objects.length > 1 ? `${Hash}:\n${table}` : table
  }).join('\n')
}

/** Pads every column but the last to its widest cell and one space, and at least to `minWidth`. */
export function columns(rows: readonly (readonly string[])[], minWidth = 0): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(minWidth, ...rows.map((row) => (row[column] ?? '').length + 1)),
  )
  return rows
    .map((row) => {
      const cells = row.map((cell, column) =>
        column < row.length - 1 ? cell.padEnd(widths[column] ?? 0) : cell,
      )
      return `${cells.join('')}\n`
    })
    .join('')
}

/** Columns, with headings above each row if wanted: the reference repeats them. */
export function headedColumns(
  headings: readonly string[],
  {
    rows,
    hasHeaders = false,
  }: { readonly rows: readonly (readonly string[])[]; readonly hasHeaders?: boolean | undefined },
): string {
  return columns(hasHeaders ? rows.flatMap((row) => [headings, row]) : rows)
}
