import { requestUrl } from '../../http/request-url.ts'

/** Parameters by which clients of recorded servers ask for iCalendar. */
const ICALENDAR = ['ical', 'outlook-ical']

/** The types of answers, the first of which is given to whoever wants none of the others. */
export interface Served {
  readonly types: readonly string[]
  /** Recorded clients that ask for these take the first type all the same. */
  readonly tolerated?: readonly string[]
}

/**
 * The 406 of a request that asks for a representation which is not served, by `Accept` or as `?ical=1`; `undefined`
 * where a served one will do. Spec gap: recorded servers give JSON under `Accept: text/html` and `application/xml`,
 * no other was recorded; they serve iCalendar beside their API (calendar facts, section 16).
 */
export function notAcceptable(request: Request, { types, tolerated = [] }: Served): Response | undefined {
  const { searchParams } = requestUrl(request)
  const wantsICalendar = ICALENDAR.some((name) => !['', '0'].includes(searchParams.get(name) ?? ''))
  const accept = request.headers.get('Accept') ?? ''
  if (!wantsICalendar && accepts(accept, [...types, ...tolerated])) return undefined
  const wanted = wantsICalendar ? 'text/calendar' : accept.slice(0, 100)
  return new Response(`Cannot answer as "${wanted}": only ${types.join(' and ')} is served here\n`, {
    status: 406,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Accept, Origin',
    },
  })
}

/** Types that are weighed with 0 are not wanted. */
function accepts(accept: string, types: readonly string[]): boolean {
  const ranges = accept
    .toLowerCase()
    .split(',')
    .filter((range) => !/;\s*q=0(\.0*)?\s*$/.test(range))
    .map((range) => (range.split(';')[0] ?? '').trim())
  return ranges.some(
    (range) =>
      range === '' ||
      range === '*/*' ||
      types.some((type) => range === type || range === `${type.split('/')[0]}/*`),
  )
}
