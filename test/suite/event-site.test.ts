import { describe, expect, it } from 'vitest'
import { send } from '#host'
import { anEvent, type CalendarBody, calendar, nextName } from '../requests/calendar.ts'

/** A page below `/events/`. */
async function page(path: string, init?: RequestInit) {
  const answer = await send(`/events/${path}`, init)
  const html = await answer.text()
  return { status: answer.status, headers: answer.headers, html }
}

/** Makes an event, in a category of its own unless `fields` says otherwise. */
async function make(fields: Readonly<Record<string, unknown>> = {}): Promise<CalendarBody> {
  const { status, body } = await calendar('/events', { body: anEvent(fields) })
  expect(status).toBe(201)
  return body
}

/** The JSON-LD of a page. */
function dataOf(html: string): readonly CalendarBody[] {
  const text = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(html)?.[1]
  return text === undefined ? [] : JSON.parse(text)
}

function linkOf({ url, title }: CalendarBody): string {
  return `<a href="${url}">${title}</a>`
}

const at = (day: string) => ({ start_date: `${day} 10:00:00`, end_date: `${day} 12:00:00` })

describe('the public list of events', () => {
  it('shows upcoming events under their days, with place, cost and topics', async () => {
    const name = nextName()
    const event = await make({
      title: `Harbour ${name}`,
      cost: '8',
      venue: { venue: `Pier ${name}`, city: 'Lisbon' },
      categories: [`Walks ${name}`],
    })

    const { status, headers, html } = await page(`?categories=walks-${name}`)

    expect([status, headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(html).toContain('Tuesday 1 May 2040</a></h2>')
    for (const shown of [
      linkOf(event),
      '10:00 – 12:00',
      `Pier ${name}</a>, Lisbon`,
      '$8',
      `>Walks ${name}</a>`,
    ])
      expect(html).toContain(shown)
  })

  it('describes itself and each event to search engines and importers', async () => {
    const name = nextName()
    const event = await make({ categories: [`Topic ${name}`] })

    const { headers, html } = await page(`?categories=topic-${name}`)

    const root = event.rest_url.replace(/events\/\d+$/, '')
    const base = root.replace('/cal/events/v1/', '')
    expect(headers.get('X-TEC-API-ROOT')).toBe(root)
    expect(headers.get('Link')).toBe(`<${base}/>; rel="https://api.w.org/"`)
    expect(html).toContain(`<link rel="canonical" href="${base}/events/category/topic-${name}/">`)
    expect(html).toContain('<meta property="og:title" content="Upcoming events">')
    expect(dataOf(html).map(({ url, startDate }) => [url, startDate])).toEqual([
      [event.url, '2040-05-01T10:00:00+00:00'],
    ])
  })

  it('has twenty events on a page, and past ones on pages of their own', async () => {
    const name = nextName()
    const of = { categories: [`Many ${name}`] }
    const days = Array.from({ length: 21 }, (_, index) => `2041-03-${String(index + 1).padStart(2, '0')}`)
    for (const day of days) await make({ ...at(day), ...of, title: `On ${day}` })
    await make({ ...at('2010-01-01'), ...of, title: `Long ago ${name}` })
    const list = (query = '') => page(`?categories=many-${name}${query}`)

    const [first, second, third, past] = await Promise.all(['', '&page=2', '&page=3', '&past=1'].map(list))

    expect(dataOf(first?.html ?? '').map((event) => event.name)).toEqual(
      days.slice(0, 20).map((day) => `On ${day}`),
    )
    expect(first?.html).toContain(`?categories=many-${name}&amp;page=2">Later events ›</a>`)
    expect(dataOf(second?.html ?? '').map((event) => event.name)).toEqual(['On 2041-03-21'])
    expect(third?.status).toBe(404)
    expect(dataOf(past?.html ?? '').map((event) => event.name)).toEqual([`Long ago ${name}`])
  })

  it('finds events by words, category, venue and organizer, together', async () => {
    const name = nextName()
    const one = await make({
      title: `Café ${name}`,
      categories: [`In ${name}`],
      venue: { venue: `Hall ${name}` },
    })
    const other = await make({ title: `Other ${name}`, organizer: [{ organizer: `Club ${name}` }] })
    const found = async (query: string) => dataOf((await page(query)).html).map(({ url }) => url)

    expect(await found(`?search=cafe+${name}`)).toEqual([one.url])
    expect(await found(`?search=${name}&venue=${one.venue.id}`)).toEqual([one.url])
    expect(await found(`?search=${name}&organizer=${other.organizer[0].id}`)).toEqual([other.url])
    expect(await found(`?search=other+${name}&categories=in-${name}`)).toEqual([])
    expect(await found(`?search=${name}&venue=999999999`)).toEqual([])
    expect(await found(`?search=${name}&categories=none-${name}`)).toEqual([])
    expect((await page(`?search=none-${name}`)).html).toContain('There are no events here.')
  })

  it('keeps what was asked in its form and its links', async () => {
    const { html } = await page('month/2041-03/?search=%22%3E%3Cb%3E&venue=%22x')

    expect(html).toContain('value="&quot;&gt;&lt;b&gt;"')
    expect(html).toContain('<option value="&quot;x" selected>&quot;x</option>')
    expect(html).not.toContain('<b>')
    expect(html).toContain('/events/?search=%22%3E%3Cb%3E&amp;venue=%22x')
  })

  it('answers HEAD without a body, and 304 to who has it', async () => {
    const name = nextName()
    await make({ categories: [`Tagged ${name}`] })
    const path = `?categories=tagged-${name}`

    const head = await page(path, { method: 'HEAD' })
    const known = { headers: { 'If-None-Match': head.headers.get('ETag') ?? '' }, cache: 'no-store' } as const
    const same = await page(path, known)
    await make({ categories: [`Tagged ${name}`] })
    const changed = await page(path, known)

    expect([head.status, head.html, same.status, changed.status]).toEqual([200, '', 304, 200])
  })
})

describe('the public month and day', () => {
  it('show three events of a day and a link to the others', async () => {
    const name = nextName()
    const day = '2042-07-09'
    const events: CalendarBody[] = []
    for (const hour of ['08', '09', '10', '11', '12']) {
      const dates = { start_date: `${day} ${hour}:00:00`, end_date: `${day} 13:00:00` }
      events.push(await make({ ...dates, title: `At ${hour} ${name}`, categories: [`Busy ${name}`] }))
    }
    const query = `?categories=busy-${name}`

    const month = await page(`month/2042-07/${query}`)
    const ofDay = await page(`${day}/${query}`)

    expect(month.html).toContain('<h1>Events in July 2042</h1>')
    expect(events.map((event) => month.html.includes(linkOf(event)))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
    expect(month.html).toContain(`/events/${day}/${query}">+2 more</a>`)
    expect(ofDay.html).toContain('<h1>Events on Wednesday 9 July 2042</h1>')
    expect(events.every((event) => ofDay.html.includes(linkOf(event)))).toBe(true)
  })

  it('show an event on each day that it reaches, and lead to the nearest others', async () => {
    const name = nextName()
    const of = { categories: [`Long ${name}`] }
    const before = await make({ ...at('2043-01-05'), ...of })
    const long = await make({ ...of, start_date: '2043-03-30 20:00:00', end_date: '2043-04-02 00:00:00' })
    const after = await make({ ...at('2043-09-01'), ...of })
    const query = `?categories=long-${name}`

    const march = await page(`month/2043-03/${query}`)
    const april = await page(`month/2043-04/${query}`)
    const [first, second] = await Promise.all([page(`2043-04-01/${query}`), page(`2043-04-02/${query}`)])

    expect(march.html.split(linkOf(long))).toHaveLength(3)
    expect(march.html).toContain(`/events/month/2043-01/${query}">‹ January 2043</a>`)
    expect(march.html).toContain(`/events/month/2043-09/${query}">September 2043 ›</a>`)
    expect(april.html.split(linkOf(long))).toHaveLength(2)
    expect(first?.html).toContain(linkOf(long))
    expect(second?.html).not.toContain(linkOf(long))
    for (const other of [before, after]) expect(march.html + april.html).not.toContain(other.url)
  })

  it('count days in the zone of the site, and name the time of the event beside it', async () => {
    const name = nextName()
    const event = await make({
      start_date: '2044-01-10 22:00:00',
      end_date: '2044-01-10 23:00:00',
      timezone: 'America/New_York',
      categories: [`Far ${name}`],
    })

    const { html } = await page(`2044-01-11/?categories=far-${name}`)

    expect(html).toContain(linkOf(event))
    expect(html).toMatch(/03:00 – 04:00 UTC[^<]*<\/time> \(10 January 2044, 22:00 EST\)/)
  })

  it.each(['month/2026-13/', '2026-02-30/', '0999-01-01', 'month/2026-11/x', 'x', 'category/'])(
    'are not there at %s',
    async (path) => {
      expect((await page(path)).status).toBe(404)
    },
  )
})

describe('the public site', () => {
  it.each([{ status: 'draft' }, { status: 'private' }, { status: 'pending' }, { hide_from_listings: true }])(
    'never shows an event with %o',
    async (fields) => {
      const name = nextName()
      const day = '2045-02-03'
      const venue = { venue: `House ${name}` }
      const open = await make({ ...at('2045-06-01'), venue, categories: [`Open ${name}`] })
      await make({
        ...at(day),
        ...fields,
        title: `Secret ${name}`,
        venue: open.venue.id,
        categories: [`Open ${name}`],
      })

      const query = `?categories=open-${name}`
      const paths = ['', 'month/2045-02/', `${day}/`, 'month/2045-06/'].map((path) => path + query)
      const pages = await Promise.all(
        [...paths, `?search=secret+${name}`, `?venue=${open.venue.id}`].map((path) => page(path)),
      )

      for (const { html } of pages) expect(html).not.toMatch(/Secret|secret-/)
      expect(pages[3]?.html).not.toContain('February 2045')
    },
  )

  it('offers no venue that is a draft, and finds nothing by it', async () => {
    const name = nextName()
    const { body: venue } = await calendar('/venues', { body: { venue: `Hidden ${name}`, status: 'draft' } })
    const event = await make({ venue: venue.id, categories: [`Here ${name}`] })

    const all = await page(`?categories=here-${name}`)
    const found = await page(`?venue=${venue.id}`)

    expect(all.html).toContain(linkOf(event))
    expect(all.html + found.html).not.toContain(`Hidden ${name}`)
    expect(found.html).not.toContain(linkOf(event))
  })

  it('runs no script of an event, and keeps its text', async () => {
    const name = nextName()
    const hostile = `</script><script>alert(1)</script><img src=x onerror=alert(1)>"'&`
    await make({
      title: `${name} ${hostile}`,
      slug: name,
      excerpt: hostile,
      cost: hostile,
      venue: { venue: `${name} ${hostile}`, city: hostile },
      categories: [`Bad ${name}`],
    })
    const query = `?categories=bad-${name}`

    for (const path of ['', 'month/2040-05/', '2040-05-01/']) {
      const { headers, html } = await page(path + query)
      expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'")
      expect(html.replace(/<script type="application\/ld\+json">/, '')).not.toMatch(
        /<script|<[^>]*\son\w+\s*=|javascript:/i,
      )
      expect(dataOf(html)).toHaveLength(1)
    }
  })
})

/** The language of a page, as it says itself. */
function languageOf({ headers, html }: Awaited<ReturnType<typeof page>>): string | undefined {
  const language = /<html lang="(\w+)">/.exec(html)?.[1]
  expect(headers.get('Content-Language')).toBe(language)
  expect(headers.get('Vary')).toContain('Accept-Language')
  return language
}

const asking = (languages: string) => ({ headers: { 'Accept-Language': languages } })

describe('the public site in the language of the visitor', () => {
  it.each([
    ['de-AT,de;q=0.9,en;q=0.5', 'de'],
    ['en;q=0.3, fr-CA;q=0.8, de;q=0.5', 'fr'],
    ['ja, fr', 'fr'],
    ['FR', 'fr'],
    ['fr, de', 'fr'],
    ['*', 'en'],
    ['de;q=0, *;q=0.5, en;q=0.1', 'fr'],
    ['ja', 'en'],
    ['de;q=2, d e, ;q=1, =, fr;q=0.001', 'fr'],
    ['deutsch', 'en'],
    ['', 'en'],
    [`${'x,'.repeat(10_000)}de`, 'en'],
    [`fr;q=0.2,${'x;q=0.1,'.repeat(1_000)}de`, 'fr'],
  ])('answers Accept-Language: %.40s in %s', async (languages, expected) => {
    expect(languageOf(await page('?search=none', asking(languages)))).toBe(expected)
  })

  it('has its texts, dates and plurals, under the same addresses for search engines', async () => {
    const name = nextName()
    const day = '2046-08-01'
    const event = await make({
      ...at(day),
      title: `Sommer ${name}`,
      venue: { venue: `Pier ${name}` },
      categories: [`Fest ${name}`],
    })
    const path = `month/2046-08/?categories=fest-${name}`

    const english = await page(path)
    const german = await page(path, asking('de'))
    const french = await page(path, asking('fr'))
    const list = await page(`?categories=fest-${name}`, asking('de'))
    const own = await send(new URL(event.url).pathname, asking('de'))
    const place = await send(new URL(event.venue.url).pathname, asking('fr'))

    expect(german.html).toContain('<h1>Termine im August 2046</h1>')
    expect(german.html).toContain('aria-label="Mittwoch, 1. August 2046, 1 Termin"')
    expect(german.html).toContain('<abbr title="Montag">Mo</abbr>')
    expect(french.html).toContain('<h1>Événements en août 2046</h1>')
    expect(list.html).toContain('Mittwoch, 1. August 2046</a></h2>')
    expect(await own.text()).toContain('<dt>Wann</dt><dd>1. August 2046, 10:00 – 12:00')
    expect(await place.text()).toContain('Tous les événements à venir')
    const canonical = (html: string) => /<link rel="canonical"[^>]*>/.exec(html)?.[0]
    expect(canonical(german.html)).toBe(canonical(english.html))
    expect(dataOf(german.html)).toEqual(dataOf(english.html))
    expect(german.headers.get('ETag')).not.toBe(english.headers.get('ETag'))
  })

  it('is the one that its address names, which every link keeps', async () => {
    const name = nextName()
    const event = await make({ categories: [`Kept ${name}`], venue: { venue: `Pier ${name}` } })
    const query = `categories=kept-${name}`

    const chosen = await page(`?lang=fr&${query}&page=1`, asking('de'))
    const unknown = await page(`?lang=xx&${query}`, asking('de'))

    expect([languageOf(chosen), languageOf(unknown)]).toEqual(['fr', 'de'])
    expect(chosen.html).toContain(`<a href="${event.url}?lang=fr">`)
    expect(chosen.html).toContain('<input type="hidden" name="lang" value="fr">')
    expect(chosen.html).toContain(`<a href="?${query}&amp;lang=de" lang="de" hreflang="de">Deutsch</a>`)
    const links = [...chosen.html.matchAll(/<a href="([^"]*)"/g)].map(([, address]) => address)
    expect(links.filter((address) => !address?.includes('lang='))).toEqual([])
    const own = (html: string) => /<link rel="canonical" href="([^"]*)">/.exec(html)?.[1]
    expect(own(chosen.html)).toBe(`${own(unknown.html)}?lang=fr`)
    const alternates = [...chosen.html.matchAll(/<link rel="alternate" hreflang="([^"]*)" href="([^"]*)">/g)]
    expect(alternates.map(([, code, address]) => [code, address])).toEqual([
      ...['en', 'de', 'fr'].map((code) => [code, `${own(unknown.html)}?lang=${code}`]),
      ['x-default', own(unknown.html)],
    ])
    expect(unknown.html).not.toContain('name="lang"')
  })

  it('holds for a page that does not exist', async () => {
    const missing = await page('2026-02-30/', asking('de'))
    const beyond = await page('?page=9999', asking('de'))

    expect([missing.status, beyond.status]).toEqual([404, 404])
    expect(beyond.html).toContain('<a href="/events/">Alle Termine ansehen</a>')
  })
})
