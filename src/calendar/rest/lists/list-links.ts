/** Parameters of a link, in their order; lists are joined with commas, and absent ones left out. */
export type LinkParameters = Readonly<Record<string, unknown>>

export interface ListLinksOptions {
  /** Address of the list, with a slash at its end. */
  readonly address: string
  readonly parameters: LinkParameters
  readonly page: number
  /** Absent: links do not say it. */
  readonly perPage: number | undefined
  readonly totalPages: number
}

/** Where a page of a list is, the next one and the one before. All filters stay, and all values are encoded. */
export function listLinks({ address, parameters, page, perPage, totalPages }: ListLinksOptions) {
  const rest = { per_page: perPage, ...parameters }
  const before = page - 1
  return {
    rest_url: linkTo(address, { page, ...rest }),
    ...(page < totalPages && { next_rest_url: linkTo(address, { ...rest, page: page + 1 }) }),
    ...(page > 1 && {
      previous_rest_url: linkTo(address, { ...rest, ...(before > 1 && { page: before }) }),
    }),
  }
}

function linkTo(address: string, parameters: LinkParameters): string {
  const pairs = Object.entries(parameters).flatMap(([name, value]) => {
    const text = printed(value)
    return text === undefined ? [] : [`${name}=${encoded(text)}`]
  })
  return pairs.length === 0 ? address : `${address}?${pairs.join('&')}`
}

function printed(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (Array.isArray(value)) return value.map(String).join(',')
  return typeof value === 'object' ? undefined : String(value)
}

/** As forms do, with commas left as they are. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll('%20', '+').replaceAll('%2C', ',')
}
