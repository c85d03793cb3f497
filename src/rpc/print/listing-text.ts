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
  readonly options: { readonly headers?: boolean | undefined }
}

const DIRECTORY = 1

/**
 * The text form of `/ls`, in columns. Each of several objects has its argument as heading, and an empty line in
 * between.
 */
export function listingText({ Objects }: Listing, { options: { headers = false } }: TextOptions): string {
  return Objects.map(({ Hash, Links }) => {
    const rows = Links.map((link) => [
      link.Hash,
      link.Type === DIRECTORY ? '-' : String(link.Size),
      link.Type === DIRECTORY ? `${link.Name}/` : link.Name,
    ])
    const table = columns(headers ? [['Hash', 'Size', 'Name'], ...rows] : rows)
    return Objects.length > 1 ? `${Hash}:\n${table}` : table
  }).join('\n')
}

/** Pads every column but the last to its widest cell and one space. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  )
  return rows
    .map((row) => {
      const cells = row.map((cell, column) =>
        column < row.length - 1 ? cell.padEnd((widths[column] ?? 0) + 1) : cell,
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
