import { describe, expect, it } from 'vitest'
import { type Call, type CalledCalendar, calledCalendar } from '../calendar/called-calendar.ts'
import { FIELD_NAMES, QUERY_NAMES } from '../calendar/declared-names.ts'
import { type Chance, chance } from '../rpc/chance.ts'
import { damagedText, ROUNDS, SEED, TIMEOUT_MS } from './fuzz.ts'

const FIELDS = [...FIELD_NAMES, 'id', 'password', '__proto__']
const QUERIES = [...QUERY_NAMES, 'include[]', '_jsonp', '__proto__']

const VALUES: readonly unknown[] = [
  '',
  '0',
  '1',
  '-1',
  '1.5',
  'abc',
  'true',
  null,
  true,
  0,
  4,
  1e21,
  2 ** 53,
  [],
  {},
  [[]],
  [1, 'x'],
  { id: 5 },
  { venue: 'V' },
  { organizer: '' },
  [{ organizer: 'O' }],
  '4,5',
  'a'.repeat(3000),
  '\u202Ebidi',
  '\uD800',
  '<script>alert(1)</script>',
  '日本',
  'é'.repeat(300),
  '0000-00-00',
  '275760-09-13',
  '9999-12-31 23:59:59',
  '0001-01-01',
  'tomorrow',
  '2027-02-30',
  '+999999 years',
  '-62135596800',
  'UTC+99',
  'Europe/Paris',
  'publish',
  'draft',
  'private',
  'trash',
  'any',
  'http://images.example.test/a.png',
  'javascript:alert(1)',
  '$10 - $20',
  '__proto__',
  'constructor',
  '%00',
  '%e6',
  'a\u0000b',
  '\n',
  { a: { b: {} } },
  Array.from({ length: 10_000 }, (_, id) => id),
]

const PARTS = ['events', 'venues', 'organizers', 'categories', 'tags'] as const

function randomCall(random: Chance): Call {
  const item = random.oneOf([
    '',
    '',
    `/${4 + random.below(60)}`,
    '/by-slug/a',
    '/by-slug/%E0%A4%A',
    '/abc',
    `/${'9'.repeat(30)}`,
  ])
  const query = new URLSearchParams()
  for (let left = Math.max(0, random.below(6) - 2); left > 0; left -= 1)
    query.append(random.oneOf(QUERIES), worded(random))
  const method = random.oneOf(['GET', 'GET', 'POST', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'])
  const as = random.oneOf(['nobody', 'subscriber', 'contributor', 'author', 'admin', 'admin', 'admin'])
  const call = { as, method, path: `/${random.oneOf(PARTS)}${item}?${query}` } as const
  return ['GET', 'HEAD', 'OPTIONS'].includes(method) ? call : { ...call, ...randomBody(random) }
}

function randomBody(random: Chance): Pick<Call, 'body' | 'type'> {
  const name = `N ${random.below(40)}`
  const fields: [string, unknown][] =
    random.below(4) === 0
      ? []
      : Object.entries({
          title: name,
          start_date: '2027-05-01 10:00',
          end_date: '2027-05-02',
          name,
          venue: random.below(2) === 0 ? name : undefined,
          organizer: random.below(2) === 0 ? name : undefined,
        })
  for (let left = random.below(4); left > 0; left -= 1)
    fields.push([random.oneOf(FIELDS), random.oneOf(VALUES)])
  const way = random.below(10)
  if (way === 0) return { body: damagedText('{"title":"a","start_date":"2027-05-01"}', random) }
  if (way > 1) return { body: JSON.stringify(Object.fromEntries(fields)) }
  const texts = fields.map(([field]) => [field, worded(random)])
  return { body: new URLSearchParams(texts).toString(), type: 'application/x-www-form-urlencoded' }
}

function worded(random: Chance): string {
  const value = random.oneOf(VALUES)
  return typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value).slice(0, 500)
}

describe('random requests to the calendar', () => {
  it.each(['UTC', 'America/New_York', 'Pacific/Kiritimati'])(
    'are answered or refused on a site in %s, and never fail',
    { timeout: TIMEOUT_MS },
    async (siteZone) => {
      const calendar = await calledCalendar({ siteZone })
      const random = chance(SEED)
      for (let round = 0; round < ROUNDS; round += 1) {
        const call = randomCall(random)
        await expectSound(
          calendar,
          call,
          `seed ${SEED}, round ${round}: ${JSON.stringify(call).slice(0, 600)}`,
        )
      }
    },
  )
})

/** No answer fails; errors are said in the documented shape, and what was written can be read. */
async function expectSound(calendar: CalledCalendar, call: Call, hint: string): Promise<void> {
  const { status, text, headers } = await calendar.call(call)
  expect(status, `${hint}: ${text}`).toBeLessThan(500)
  if (call.method === 'HEAD' || !headers.get('Content-Type')?.includes('json')) return
  const body: { code?: unknown; data?: { status?: unknown } | null; id?: unknown } = JSON.parse(text)
  if (status >= 400) {
    expect([typeof body.code, body.data?.status], hint).toEqual(['string', status])
    return
  }
  const part = /^\/(events|venues|organizers|categories|tags)/.exec(call.path)?.[1]
  if (status !== 201 || typeof body.id !== 'number') return
  const read = await calendar.call({ as: 'admin', method: 'GET', path: `/${part}/${body.id}?context=edit` })
  expect([200, 403], `${hint}: ${read.text}`).toContain(read.status)
}
