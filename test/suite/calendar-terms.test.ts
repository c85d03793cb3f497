import { describe, expect, it } from 'vitest'
import { anEvent, calendar, nextName } from '../requests/calendar.ts'
import { sampleOnHosts } from '../requests/sample-on-hosts.ts'

/** Of so many inputs that the core judges the other hosts get one. */
const EVERY = 4

interface Named {
  readonly id: number
  readonly name: string
}

const TAXONOMIES = { categories: 'cal_events_cat', tags: 'post_tag' } as const

describe.each(['categories', 'tags'] as const)('/cal/events/v1/%s', (terms) => {
  const created = async (fields: object = {}) => {
    const { status, body } = await calendar(`/${terms}`, { body: { name: nextName(), ...fields } })
    expect(status, JSON.stringify(body)).toBe(201)
    return body
  }

  it('POST creates a term, and GET reads it', async () => {
    const name = nextName()

    const { status, body, headers } = await calendar(`/${terms}`, {
      body: { name: `Rock & <b>Roll</b> ${name}`, description: 'Loud.', slug: `Loud ${name}` },
    })
    const read = await calendar(`/${terms}/${body.id}`)

    expect(status).toBe(201)
    expect(headers.get('Location')).toMatch(new RegExp(`/${body.id}$`))
    expect(body).toMatchObject({
      count: 0,
      name: `Rock &amp; Roll ${name}`,
      slug: `loud-${name}`,
      description: 'Loud.',
      taxonomy: TAXONOMIES[terms],
      meta: [],
    })
    expect(body.urls.self).toMatch(new RegExp(`/cal/events/v1/${terms}/${body.id}$`))
    expect(body.parent).toBe(terms === 'categories' ? 0 : undefined)
    expect([read.status, read.body]).toEqual([200, body])
  })

  it.each(['POST', 'PUT', 'PATCH'])(
    '%s on a term changes what is sent, and keeps the rest',
    async (method) => {
      const term = await created({ description: 'Kept.' })

      const { status, body } = await calendar(`/${terms}/${term.id}`, {
        method,
        body: { name: `New ${term.name}` },
      })

      expect([status, body]).toEqual([200, { ...term, name: `New ${term.name}` }])
    },
  )

  it('DELETE removes permanently, once, and removes the term from its events', async () => {
    const term = await created()
    const { body: event } = await calendar('/events', { body: anEvent({ [terms]: [term.id] }) })

    const first = await calendar(`/${terms}/${term.id}`, { method: 'DELETE' })
    const again = await calendar(`/${terms}/${term.id}`, { method: 'DELETE' })

    expect([first.status, first.body]).toMatchObject([200, { id: term.id, count: 1 }])
    expect([again.status, again.body.data.params]).toEqual([400, { id: 'Invalid parameter.' }])
    expect((await calendar(`/events/${event.id}`)).body[terms]).toEqual([])
  })

  it('answers HEAD as GET, without a body', async () => {
    const [{ id }, get] = [await created(), await calendar(`/${terms}?hide_empty=false`)]

    const list = await calendar(`/${terms}?hide_empty=false`, { method: 'HEAD' })
    const item = await calendar(`/${terms}/${id}`, { method: 'HEAD' })

    expect([list.status, list.body, item.status, item.body]).toEqual([200, undefined, 200, undefined])
    expect(list.headers.get('X-TEC-Total')).toBe(get.headers.get('X-TEC-Total'))
    expect(list.headers.get('X-TEC-TotalPages')).toBe(String(get.body.total_pages))
  })

  it('OPTIONS tells the methods and what they take', async () => {
    const { id } = await created()

    const list = await calendar(`/${terms}`, { method: 'OPTIONS' })
    const item = await calendar(`/${terms}/${id}`, { method: 'OPTIONS' })

    expect([list.status, list.body.methods]).toEqual([200, ['GET', 'POST']])
    expect(list.body.endpoints[1].args.name).toMatchObject({ required: true, type: 'string' })
    expect(item.headers.get('Allow')).toContain('DELETE')
    expect(new Set(item.body.methods)).toEqual(new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']))
  })

  it.each(
    sampleOnHosts(
      [
        ['a missing name', {}, 'rest_missing_callback_param'],
        ['an empty name', { name: '' }, 'rest_invalid_param'],
        ['a blank name', { name: '   ' }, 'empty_term_name'],
        ['a name of nothing but tags', { name: '<i></i>' }, 'empty_term_name'],
        ['a name that is a number', { name: 7 }, 'rest_invalid_param'],
        ['the name 0', { name: '0' }, 'rest_invalid_param'],
        ['the description 0', { name: 'x', description: '0' }, 'rest_invalid_param'],
        ['a name of 201 characters', { name: 'x'.repeat(201) }, 'rest_invalid_param'],
        ['an empty slug', { name: 'x', slug: '' }, 'rest_invalid_param'],
        ['an empty description', { name: 'x', description: '' }, 'rest_invalid_param'],
      ],
      EVERY,
    ),
  )('POST refuses %s', async (_, body, code) => {
    const answer = await calendar(`/${terms}`, { body })

    expect([answer.status, answer.body.code]).toEqual([400, code])
  })

  it('refuses a repeated name, except with a slug of its own', async () => {
    const term = await created()
    const twin = { name: term.name.toUpperCase() }

    const refused = await calendar(`/${terms}`, { body: twin })
    const { slug } = await created({ ...twin, slug: `${term.slug}-other` })
    const taken = await calendar(`/${terms}/${term.id}`, { method: 'PATCH', body: { slug } })

    expect([refused.status, refused.body]).toMatchObject([
      400,
      { code: 'term_exists', data: { term_id: term.id } },
    ])
    expect([taken.status, taken.body.code]).toEqual([400, 'duplicate_term_slug'])
    expect((await calendar(`/${terms}/${term.id}`)).body).toEqual(term)
  })

  it('may be given a name that another one has, later, and keeps its slug', async () => {
    const [one, other] = [await created(), await created()]

    const { status, body } = await calendar(`/${terms}/${other.id}`, {
      method: 'PATCH',
      body: { name: one.name },
    })

    expect([status, body.name, body.slug]).toEqual([200, one.name, other.slug])
  })

  it('refuses a repeated name with the slug of a third term, and numbers that slug for another name', async () => {
    const [one, third] = [await created(), await created()]

    const twin = await calendar(`/${terms}`, { body: { name: one.name, slug: third.slug } })
    const other = await created({ slug: third.slug })

    expect([twin.status, twin.body.code]).toEqual([400, 'term_exists'])
    expect(other.slug).toBe(`${third.slug}-2`)
  })

  it.each(
    sampleOnHosts(
      [
        ['A < B', 'A &lt; B'],
        ['A < B > C', 'A &lt; B &gt; C'],
        ['<script>alert(1)</script>Fun', 'Fun'],
        ['<b onclick="x">Bold</b> <img src=x onerror=alert(1)', 'Bold &lt;img src=x onerror=alert(1)'],
        ['  two \n\t words ', 'two words'],
        ['50%25 off &copy;', '50 off &copy;'],
        ['The "best" of \'em', 'The "best" of \'em'],
      ],
      EVERY,
    ),
  )('POST makes one line of the name %j', async (sent, shown) => {
    const name = nextName()

    expect((await created({ name: `${name} ${sent}` })).name).toBe(`${name} ${shown}`)
  })

  it('shows descriptions without what could run, alone and inside an event', async () => {
    const description = '<p>R&D <b>bold</b> <a href="http://x.test" onclick="y">x</a><script>z</script></p>'
    const shown = 'R&amp;D <b>bold</b> <a href="http://x.test">x</a>z'

    const term = await created({ description })
    const { body: event } = await calendar('/events', { body: anEvent({ [terms]: [term.id] }) })

    expect([term.description, event[terms][0].description]).toEqual([shown, shown])
  })

  it('are ordered and found by their letters without accents, and by what makes their slug', async () => {
    const name = nextName()
    for (const word of ['Émile', 'Zoë', 'dora']) await created({ name: `${word} ${name}` })

    const shown = async (query: string) => {
      const { body } = await calendar(`/${terms}?hide_empty=false&search=${query}`)
      return body[terms].map((term: Named) => term.name.split(' ')[0])
    }

    expect(await shown(name)).toEqual(['dora', 'Émile', 'Zoë'])
    expect(await shown(`${name}&orderby=__proto__`)).toEqual(['dora', 'Émile', 'Zoë'])
    expect(await shown(`EMILE+${name}`)).toEqual(['Émile'])
    expect(await shown(`${name}&slug=ZOE+${name}`)).toEqual(['Zoë'])
  })

  it('are found by names with characters that answers escape, as typed and as printed', async () => {
    const name = nextName()
    const term = await created({ name: `${name} Rock & Roll < 3` })

    for (const search of [`${name} rock & roll`, 'Rock &amp; Roll', '& Roll < 3', `rock-roll-3`]) {
      const query = `search=${encodeURIComponent(search)}&include=${term.id}&hide_empty=false`
      expect([search, (await calendar(`/${terms}?${query}`)).body.total]).toEqual([search, 1])
    }
  })

  it('stay where an event is sent back with them as they are printed', async () => {
    const { body: event } = await calendar('/events', {
      body: anEvent({ [terms]: [`A & B ${nextName()}`, nextName()] }),
    })
    const [first] = event[terms]

    for (const [sent, expected] of [
      [event[terms], event[terms]],
      [first, [first]],
    ]) {
      const { body } = await calendar(`/events/${event.id}`, { method: 'PUT', body: { [terms]: sent } })
      expect(body[terms]).toMatchObject(expected.map(({ id, name }: Named) => ({ id, name })))
      expect(body[terms]).toHaveLength(expected.length)
    }
  })

  it('of more than 200 characters are passed over where an event names them', async () => {
    const name = nextName()

    const { status, body } = await calendar('/events', {
      body: anEvent({ [terms]: [name, 'x'.repeat(201)] }),
    })

    expect(status).toBe(201)
    expect(body[terms].map((term: Named) => term.name)).toEqual([name])
  })

  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])('%s refuses an unknown id', async (method) => {
    const { status, body } = await calendar(`/${terms}/99999999`, {
      method,
      ...(method !== 'GET' && method !== 'DELETE' && { body: { name: 'x' } }),
    })

    expect([status, body.code, Object.keys(body.data.params)]).toEqual([400, 'rest_invalid_param', ['id']])
  })

  it.each([
    ['PUT', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['GET', '/abc'],
    ['GET', '/-1'],
    ['GET', '/by-slug/x'],
  ])('has no route for %s %s', async (method, path) => {
    const { status, body } = await calendar(`/${terms}${path}`, {
      method,
      ...(method.startsWith('P') && { body: { name: 'x' } }),
    })

    expect([status, body.code]).toEqual([404, 'rest_no_route'])
  })

  it('lists what has published events, unless all are asked for', async () => {
    const name = nextName()
    const [used, unused, drafted] = await Promise.all(
      ['used', 'unused', 'drafted'].map((word) => created({ name: `${word} ${name}` })),
    )
    await calendar('/events', { body: anEvent({ [terms]: [used.id] }) })
    const { body: draft } = await calendar('/events', {
      body: anEvent({ [terms]: [drafted.id], status: 'draft' }),
    })

    const shown = async (query: string) => {
      const { body } = await calendar(`/${terms}?search=${name}${query}`)
      return body[terms].map((term: Named) => term.name.split(' ')[0])
    }

    expect(await shown('')).toEqual(['used'])
    expect(await shown('&hide_empty=false')).toEqual(['drafted', 'unused', 'used'])
    expect(await shown('&hide_empty=false&order=desc')).toEqual(['used', 'unused', 'drafted'])
    expect(await shown('&hide_empty=false&orderby=count&order=desc')).toEqual(['used', 'unused', 'drafted'])
    expect(await shown(`&hide_empty=false&include=${unused.id},${drafted.id}&orderby=include`)).toEqual([
      'unused',
      'drafted',
    ])
    expect(await shown(`&hide_empty=false&exclude[]=${unused.id}`)).toEqual(['drafted', 'used'])
    expect(await shown(`&post=${draft.id}`)).toEqual(['drafted'])
    expect(await shown(`&hide_empty=0&slug=${unused.slug}`)).toEqual(['unused'])
  })

  it('pages, keeps the filters in its links, and is empty beyond the end', async () => {
    const name = nextName()
    for (const word of ['a', 'b', 'c']) await created({ name: `${word} ${name}` })

    const first = await calendar(`/${terms}?search=${name}&hide_empty=false&per_page=2`)
    const { pathname, search } = new URL(first.body.next_rest_url)
    const next = await calendar(pathname.slice('/cal/events/v1'.length) + search)
    const beyond = await calendar(`/${terms}?search=${name}&hide_empty=false&per_page=2&page=9`)

    expect(first.body).toMatchObject({ total: 3, total_pages: 2 })
    expect(next.body[terms].map((term: Named) => term.name)).toEqual([`c ${name}`])
    expect(next.body).not.toHaveProperty('next_rest_url')
    expect([beyond.status, beyond.body[terms], beyond.body.total]).toEqual([200, [], 3])
  })

  it.each(
    sampleOnHosts(
      [
        'per_page=0',
        'page=abc',
        'search=',
        'include=99999999',
        'exclude=no-such-term-anywhere',
        'post=99999999',
        'hide_empty=maybe',
        'order=',
        'orderby=',
        'slug=',
      ],
      EVERY,
    ),
  )('refuses ?%s', async (query) => {
    const { status, body } = await calendar(`/${terms}?${query}`)

    expect([status, body.code]).toEqual([400, 'rest_invalid_param'])
    expect(Object.keys(body.data.params)).toEqual([query.split('=')[0]])
  })
})

describe('categories below one another', () => {
  it('are found with their parent, name it, and go to its parent when it is removed', async () => {
    const name = nextName()
    const make = async (word: string, parent?: number) => {
      const body = { name: `${word} ${name}`, ...(parent !== undefined && { parent }) }
      return (await calendar('/categories', { body })).body
    }
    const top = await make('top')
    const middle = await make('middle', top.id)
    const leaf = await make('leaf', middle.id)
    const { body: event } = await calendar('/events', { body: anEvent({ categories: [leaf.id] }) })

    const ofTop = await calendar(`/events?starts_after=2000-01-01&categories=${top.id}`)
    const children = await calendar(`/categories?hide_empty=false&parent=${top.id}`)
    const highest = await calendar(`/categories?hide_empty=false&parent=0&search=${name}`)
    await calendar(`/categories/${middle.id}`, { method: 'DELETE' })
    const moved = await calendar(`/categories/${leaf.id}`)

    expect(ofTop.body.events.map(({ id }: Named) => id)).toEqual([event.id])
    expect(children.body.categories.map(({ id }: Named) => id)).toEqual([middle.id])
    expect(highest.body.categories.map(({ id }: Named) => id)).toEqual([top.id])
    expect(leaf.url).toContain(`/events/category/top-${name}/middle-${name}/leaf-${name}/`)
    expect(moved.body).toMatchObject({ parent: top.id })
    expect(moved.body.urls.up).toMatch(new RegExp(`/categories/${top.id}$`))
  })

  it('may have one name under two parents', async () => {
    const name = nextName()
    const one = (await calendar('/categories', { body: { name: `One ${name}` } })).body
    const first = (await calendar('/categories', { body: { name } })).body

    const { status, body } = await calendar('/categories', { body: { name, parent: one.id } })

    expect([status, first.slug, body.slug]).toEqual([201, name, `${name}-one-${name}`])
  })

  it('add the slugs of their parents to one that is taken, and number it when they move to another parent', async () => {
    const name = nextName()
    const make = async (body: object) => (await calendar('/categories', { body })).body
    const top = await make({ name: `Top ${name}` })
    const taken = await make({ name: `Taken ${name}` })

    const below = await make({ name: `Below ${name}`, slug: taken.slug, parent: top.id })
    const { body: moved } = await calendar(`/categories/${below.id}`, {
      method: 'PATCH',
      body: { slug: taken.slug, parent: taken.id },
    })

    expect(below.slug).toBe(`${taken.slug}-${top.slug}`)
    expect([moved.slug, moved.parent]).toEqual([`${taken.slug}-2`, taken.id])
  })

  it.each([
    ['an unknown one', 99_999_999],
    ['a word', 'x'],
  ])('refuse %s as their parent', async (_, parent) => {
    const { status, body } = await calendar('/categories', { body: { name: nextName(), parent } })

    expect([status, Object.keys(body.data.params)]).toEqual([400, ['parent']])
  })
})

describe('a tag', () => {
  it('has no parent', async () => {
    const { status, body } = await calendar('/tags', { body: { name: nextName(), parent: 1 } })

    expect([status, body.code]).toEqual([400, 'rest_taxonomy_not_hierarchical'])
  })
})
