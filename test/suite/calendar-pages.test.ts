import { describe, expect, it } from 'vitest'
import { host, send } from '#host'
import { anEvent, calendar, nextName } from '../requests/calendar.ts'

/** The page at an address of the API. */
async function read(address: string, init?: RequestInit) {
  const answer = await send(new URL(address).pathname, init)
  return { status: answer.status, headers: answer.headers, html: await answer.text() }
}

const HOSTILE = '<script>alert(1)</script><img src=x onerror=alert(1)>"\'&'

describe('the pages to which `url` leads', () => {
  it('show an event, its venue, its organizer and its terms, each with a link to the others', async () => {
    const name = nextName()
    const { body: event } = await calendar('/events', {
      body: anEvent({
        title: `Harbour ${name}`,
        description: 'Bring <b>boots</b>.',
        cost: '€8',
        venue: { venue: `Pier ${name}`, city: 'Lisbon' },
        organizer: [{ organizer: `Club ${name}`, phone: '<b>555</b> & 6' }],
        categories: [`Walks ${name}`],
        tags: [`Summer ${name}`],
      }),
    })

    const page = await read(event.url)
    const others = [event.venue.url, event.organizer[0].url]
    const terms = await Promise.all(
      ['categories', 'tags'].map(
        async (kind) => (await calendar(`/${kind}?search=${name}`)).body[kind][0].url,
      ),
    )

    expect([page.status, page.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.html).toContain(`<h1>Harbour ${name}</h1>`)
    expect(page.html).toContain('1 May 2040, 10:00 – 12:00')
    expect(page.html).toContain(`Pier ${name}</a>, Lisbon</dd>`)
    expect((await read(event.organizer[0].url)).html).toContain('<dd>555 & 6</dd>')
    expect(page.html).toContain('Bring <b>boots</b>.')
    for (const address of [...others, ...terms]) {
      expect(page.html).toContain(`<a href="${address}">`)
      const other = await read(address)
      expect([other.status, other.html.includes(`<a href="${event.url}">Harbour ${name}</a>`)]).toEqual([
        200,
        true,
      ])
    }
    expect((await read(event.venue.url)).html).toContain('Lisbon')
  })

  it('say one time of an event without length, and list it on its day alone, at midnight too', async () => {
    const midnight = '2040-05-09 00:00:00'
    const { body: event } = await calendar('/events', {
      body: anEvent({ start_date: midnight, end_date: midnight }),
    })
    const link = `<a href="${event.url}">`

    expect((await read(event.url)).html).toMatch(/9 May 2040, 00:00 (?!–)/)
    for (const day of ['2040-05-08', '2040-05-09', '2040-05-10'])
      expect((await read(`http://any.test/events/${day}/`)).html.includes(link)).toBe(day === '2040-05-09')
  })

  it('tell importers where the API is', async () => {
    const { body: event } = await calendar('/events', { body: anEvent() })

    const { headers, html } = await read(event.url)

    const root = event.rest_url.replace(/events\/\d+$/, '')
    expect(headers.get('X-TEC-API-ROOT')).toBe(root)
    expect(html).toContain(`<link rel="alternate" href="${root}">`)
  })

  it('answer HEAD without a body, and 304 to who has them', async () => {
    const { body: event } = await calendar('/events', { body: anEvent() })

    const head = await read(event.url, { method: 'HEAD' })
    const tag = head.headers.get('ETag') ?? ''
    const known = await read(event.url, { headers: { 'If-None-Match': tag }, cache: 'no-store' })
    const any = await read(event.url, { headers: { 'If-None-Match': '*' }, cache: 'no-store' })
    await calendar(`/events/${event.id}`, { method: 'PATCH', body: { title: `New ${nextName()}` } })
    const changed = await read(event.url, { headers: { 'If-None-Match': tag }, cache: 'no-store' })

    expect([head.status, head.html]).toEqual([200, ''])
    expect(head.headers.get('Cache-Control')).toContain('no-cache')
    expect([known.status, any.status, changed.status]).toEqual([304, 304, 200])
  })

  it('run no script of an event', async () => {
    const name = nextName()
    const { body: event } = await calendar('/events', {
      body: anEvent({
        title: `${name} ${HOSTILE}`,
        slug: name,
        description: `${HOSTILE}<a href="javascript:alert(1)">x</a>`,
        cost: HOSTILE,
        website: `https://example.test/"onmouseover="alert(1)`,
        venue: { venue: `${name} ${HOSTILE}`, address: HOSTILE, phone: HOSTILE },
        categories: [{ name: HOSTILE }, `${HOSTILE} ${name}`],
      }),
    })
    expect(event.id).toBeTypeOf('number')

    for (const address of [event.url, event.venue.url]) {
      const { status, headers, html } = await read(address)
      expect(status).toBe(200)
      expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'")
      expect(html.replace('<script type="application/ld+json">', '')).not.toMatch(
        /<script|<[^>]*\son\w+\s*=|javascript:/i,
      )
    }
  })

  it.each(['draft', 'private', 'pending', 'future', 'trash'])(
    'answer a %s event as an unknown one, to clients that may not read it',
    async (status) => {
      const slug = nextName()
      const date = status === 'future' ? { date: '2090-01-01 00:00:00' } : {}
      await calendar('/events', { body: anEvent({ slug, status, ...date, title: `Hidden ${slug}` }) })

      const mayRead = host === 'web' && status !== 'trash'
      const hidden = await read(`http://any.test/event/${slug}/`)
      const absent = await read(`http://any.test/event/none-${slug}/`)

      expect(hidden.status).toBe(mayRead ? 200 : 404)
      if (mayRead) return
      expect(hidden.html).toBe(absent.html)
      expect(namesOf(hidden.headers)).toEqual(namesOf(absent.headers))
    },
  )

  it('name no draft among the events of a venue', async () => {
    const name = nextName()
    const { body: open } = await calendar('/events', { body: anEvent({ venue: { venue: name } }) })
    await calendar('/events', {
      body: anEvent({
        venue: open.venue.id,
        status: 'draft',
        title: `Secret ${name}`,
        slug: `secret-${name}`,
      }),
    })

    const { html } = await read(open.venue.url)

    expect(html).toContain(open.url)
    expect(html).not.toContain('Secret')
  })

  it.each([
    '/event/',
    '/event/no-such-event/',
    '/venue/no-such-venue',
    '/organizer/%ff/',
    '/tag/no-such-tag/',
    '/events/category/none/',
    '/event/a/b',
  ])('are not there at %s', async (path) => {
    expect((await send(path)).status).toBe(404)
  })

  it('are found under letters of every script, without the slash at the end too', async () => {
    const name = nextName()
    const { body: event } = await calendar('/events', { body: anEvent({ title: `日本 ${name}` }) })

    const { pathname } = new URL(event.url)

    expect((await send(pathname)).status).toBe(200)
    expect((await send(pathname.replace(/\/$/, ''))).status).toBe(200)
    expect((await send(`/event/${encodeURIComponent(`日本-${name}`)}/`)).status).toBe(200)
  })

  it('are found where a name has percent escapes, which stay as they are', async () => {
    const name = nextName()
    const { body: event } = await calendar('/events', {
      body: anEvent({
        title: `A%20B %41 ${name}`,
        venue: { venue: `C%2fD ${name}` },
        organizer: [{ organizer: `E%25F ${name}` }],
      }),
    })
    const { body: tag } = await calendar('/tags', { body: { name, slug: `g%20h-${name}` } })

    for (const [address, shown] of [
      [event.url, `A%20B %41 ${name}`],
      [event.venue.url, `C%2fD ${name}`],
      [event.organizer[0].url, `E%25F ${name}`],
      [tag.url, name],
    ])
      expect((await read(address)).html).toContain(`<h1>${shown}</h1>`)
    for (const slug of [event.slug, encodeURIComponent(event.slug)])
      expect((await calendar(`/events/by-slug/${slug}`)).body.title).toBe(`A%20B %41 ${name}`)
  })
})

function namesOf(headers: Headers): readonly string[] {
  return [...headers.keys()].filter((name) => name !== 'date').sort()
}
