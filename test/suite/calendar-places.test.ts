import { describe, expect, it } from 'vitest'
import { host, send } from '#host'
import { anEvent, calendar, nextName } from '../requests/calendar.ts'
import { file, form } from '../requests/form.ts'
import { ownPicture } from '../requests/own-picture.ts'
import { hugePng, PIXEL } from '../requests/pictures.ts'

describe('GET /cal/events/v1/events?geoloc_lat=&geoloc_lng=', () => {
  it('finds events near a place, and no others', async () => {
    const name = nextName()
    const placed = (venue: string, latitude: string, longitude: string) =>
      calendar('/events', {
        body: anEvent({
          title: `${venue} ${name}`,
          venue: { venue: `${venue} ${name}`, geo_lat: latitude, geo_lng: longitude },
        }),
      })
    const { body: near } = await placed('Lisbon', '38.7223', '-9.1393')
    await placed('Porto', '41.1579', '-8.6291')

    const query = `starts_after=2030-01-01&search=${name}&geoloc_lat=38.72&geoloc_lng=-9.14`

    expect((await calendar(`/events?${query}`)).body.events).toMatchObject([{ id: near.id }])
    expect((await calendar(`/events?${query}&geoloc_distance=400`)).body.total).toBe(2)
    const ordered = await calendar(`/events?${query}&geoloc_distance=400&orderby=event_distance&order=desc`)
    expect(ordered.body.events[1].id).toBe(near.id)
  })
})

describe('the coordinates of a venue', () => {
  it('may have as many digits as a geocoder gives, and are within the globe', async () => {
    const send = (geo_lat: string) =>
      calendar('/venues', { body: { venue: nextName(), geo_lat, geo_lng: '13.404953999999975' } })

    const taken = await send('52.520006599999988')
    const refused = await send('90.1')

    expect([taken.status, taken.body.geo_lat]).toEqual([201, 52.52000659999999])
    expect([refused.status, Object.keys(refused.body.data.params)]).toEqual([400, ['geo_lat']])
  })
})

describe('an image named by its content on this node', () => {
  it.each(['by its address', 'by its path'])('is taken %s without a request to anybody, once', async (by) => {
    const path = await ownPicture()
    const { origin } = new URL((await calendar('/')).body._links.up[0].href)
    const image = by === 'by its path' ? path : origin + path

    const { status, body: one } = await calendar('/events', { body: anEvent({ image }) })
    const { body: other } = await calendar('/events', { body: anEvent({ image }) })
    const shown = await send(new URL(one.image.url).pathname)

    expect(status).toBe(201)
    expect(one.image).toMatchObject({ extension: 'png', width: 1, height: 1, filesize: PIXEL.byteLength })
    expect(new URL(one.image.url).pathname + new URL(one.image.url).search).toBe(path)
    expect(other.image.id).toBe(one.image.id)
    expect(new Uint8Array(await shown.arrayBuffer())).toEqual(PIXEL)
  })

  it.each(['/ipfs/', '/ipfs/no-cid', '/ipns/x', '/cal/events/v1', '//evil.example/x.png', 'ipfs/x'])(
    'is not one at %s',
    async (image) => {
      const { status, body } = await calendar('/events', { body: anEvent({ image }) })

      expect([status, Object.keys(body.data.params)]).toEqual([400, ['image']])
    },
  )

  it('has sizes that lead to the original where no size of it can be made', async () => {
    const png = hugePng(1200, 800)
    const { Hash } = await (await send('/api/v0/add', form(file('poster.png', png)))).json()
    const { origin } = new URL((await calendar('/')).body._links.up[0].href)
    const image = `${origin}/ipfs/${Hash}?filename=poster.png`

    const { sizes } = (await calendar('/events', { body: anEvent({ image }) })).body.image
    const { pathname, search } = new URL(sizes.medium.url)
    const listed = await send(pathname + search)
    const made = await send(`/cal/images/${Hash}/medium/poster-300x200.png`)

    expect(sizes.medium).toMatchObject({ width: 300, height: 200, 'mime-type': 'image/png' })
    expect(sizes.medium.original).toBe(host === 'web' ? undefined : true)
    for (const answer of [listed, made]) {
      const original = answer.status === 302 ? await send(answer.headers.get('Location') ?? '') : answer
      expect(new Uint8Array(await original.arrayBuffer())).toEqual(png)
    }
  })

  it('is refused when it is on a host that the owner has not named', async () => {
    const { status, body } = await calendar('/events', {
      body: anEvent({ image: 'http://images.example.test/x.png' }),
    })

    expect([status, body.data.params]).toEqual([400, { image: 'Invalid parameter.' }])
  })
})

describe.each([
  ['venues', 'venue'],
  ['organizers', 'organizer'],
])('/cal/events/v1/%s', (collection, item) => {
  it('lose a description and a telephone number that are sent empty', async () => {
    const { body } = await calendar(`/${collection}`, {
      body: { [item]: nextName(), description: 'Old.', phone: '5' },
    })

    const changed = await calendar(`/${collection}/${body.id}`, {
      method: 'PATCH',
      body: { description: '', phone: '' },
    })

    expect(body.description).toBe('<p>Old.</p>')
    expect(changed.body).not.toHaveProperty('description')
    expect(changed.body).not.toHaveProperty('phone')
  })

  it('keep a name that is sent blank', async () => {
    const { body } = await calendar(`/${collection}`, { body: { [item]: nextName() } })

    const changed = await calendar(`/${collection}/${body.id}`, {
      method: 'PATCH',
      body: { [item]: '  ', phone: '5' },
    })

    expect([changed.status, changed.body[item], changed.body.phone]).toEqual([200, body[item], '5'])
  })

  it('made once more under a name that is there take its contact data, and nothing else', async () => {
    const { body } = await calendar(`/${collection}`, { body: { [item]: nextName(), description: 'One.' } })

    const again = await calendar(`/${collection}`, {
      body: { [item]: body[item].toUpperCase(), status: 'draft', date: '2020-01-01', phone: '7' },
    })

    expect(again.status).toBe(201)
    expect(again.body).toEqual({ ...body, phone: '7' })
  })

  it.each(['feed', 'rss', 'Atom', 'embed'])('have no slug that addresses need: %s', async (name) => {
    const { body } = await calendar(`/${collection}`, { body: { [item]: name, description: nextName() } })

    expect(body.slug).toMatch(new RegExp(`^${name.toLowerCase()}-[1-9]\\d*$`))
  })

  it('take no excerpt', async () => {
    const { status, body } = await calendar(`/${collection}`, {
      body: { [item]: nextName(), excerpt: 'Not theirs.' },
    })

    expect(status).toBe(201)
    expect(body).not.toHaveProperty('excerpt')
  })

  it('show contact data as plain lines', async () => {
    const { body } = await calendar(`/${collection}`, {
      body: { [item]: nextName(), phone: ' <b>1</b>  2 <script>alert(1)</script>\n<img src=x onerror=y' },
    })

    const { body: read } = await calendar(`/${collection}/${body.id}`)

    expect(read.phone).toBe('1 2 &lt;img src=x onerror=y')
    expect(read.json_ld.telephone).toBe(read.phone)
  })
})
