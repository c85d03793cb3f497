import { requestUrl } from '../../../http/request-url.ts'

/** The languages of the public pages. English comes first: visitors without any of them get it. */
export const LANGUAGE_CODES = ['en', 'de', 'fr'] as const

export type LanguageCode = (typeof LANGUAGE_CODES)[number]

/** The parameter of the query by which a visitor chooses a language. */
export const LANGUAGE_PARAMETER = 'lang'

/** The language that an address names; `undefined` for none, and for one that the pages do not have. */
export function languageInUrl({ searchParams }: Readonly<URL>): LanguageCode | undefined {
  const chosen = searchParams.get(LANGUAGE_PARAMETER)
  return LANGUAGE_CODES.find((each) => each === chosen)
}

/**
 * The language of the answer to a request: the language in its address, or else the visitor's. `languages` has the
 * form of `Accept-Language`, for a host whose requests lack that header.
 */
export function languageOf(request: Request, languages?: string): LanguageCode {
  return (
    languageInUrl(requestUrl(request)) ??
    preferredLanguage(request.headers.get('Accept-Language') ?? languages ?? '')
  )
}

/** Further characters of the header are ignored. Browsers send fewer than 200. */
const MOST_CHARACTERS = 1000

/** A range of `Accept-Language` with its weight, such as `de-AT;q=0.8`. Spec: RFC 9110, section 12.5.4. */
const RANGE = /^(\*|[a-z]{1,8})(?:-[a-z\d]{1,8})*(?:\s*;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i

/**
 * The language with the highest weight in `Accept-Language`, the first of those that share it. `de-AT` asks for
 * German, and `*` for each language that has no range of its own. Ranges that cannot be read count as absent.
 */
function preferredLanguage(header: string): LanguageCode {
  const weights = new Map<string, number>()
  const ranges = header.length > MOST_CHARACTERS ? wholeRanges(header) : header
  for (const range of ranges.split(',')) {
    const [, base, weight = '1'] = RANGE.exec(range.trim()) ?? []
    if (base === undefined) continue
    const name = base.toLowerCase()
    weights.set(name, Math.max(weights.get(name) ?? 0, Number(weight)))
  }
  const order = [...weights.keys()]
  const rank = (language: LanguageCode) => order.indexOf(weights.has(language) ? language : '*')
  const weightOf = (language: LanguageCode) => weights.get(language) ?? weights.get('*') ?? 0
  const [best] = LANGUAGE_CODES.filter((language) => weightOf(language) > 0).sort(
    (a, b) => weightOf(b) - weightOf(a) || rank(a) - rank(b),
  )
  return best ?? LANGUAGE_CODES[0]
}

/** The beginning of a long header, without the range that the cut falls into. */
function wholeRanges(header: string): string {
  const start = header.slice(0, MOST_CHARACTERS)
  return start.slice(0, Math.max(0, start.lastIndexOf(',')))
}
