import { afterAll, describe, expect, it } from 'vitest'
import { send } from '#host'
import { tokenOf } from '../requests/access-matrix.ts'
import { file, form } from '../requests/form.ts'
import { carOf } from '../requests/made-car.ts'
import { type PinUser, pinUser } from '../requests/pin-service.ts'
import { chunkedFile, rawFile } from '../requests/stored-tree.ts'

const ann = pinUser(send, tokenOf('pins'))
const bob = pinUser(send, tokenOf('otherPins'))
const ALL = 'queued,pinning,pinned,failed'

describe('/pins', () => {
  afterAll(async () => {
    for (const user of [ann, bob]) await removeAll(user)
  })

  it('pins what the node holds, and keeps it from garbage collection until it is removed', async () => {
    const { Hash: cid } = await added('pin-service held')

    const { requestid, status, pin, delegates, info } = await ann.add({
      cid,
      name: 'held',
      origins: ['/dns4/a.example/tcp/443/wss'],
      meta: { app: 'a' },
    })
    expect(['queued', 'pinning', 'pinned']).toContain(status)
    expect([pin, delegates, info]).toEqual([
      { cid, name: 'held', origins: ['/dns4/a.example/tcp/443/wss'], meta: { app: 'a' } },
      expect.any(Array),
      expect.not.objectContaining({ upload: expect.anything() }),
    ])
    const pinned = await ann.until(requestid, 'pinned')
    expect(pinned.info).toEqual({ dag_size: '16' })
    expect(await collectsBlock(cid)).toBe(false)
    const removed = await ann.ask(`/${requestid}`, { method: 'DELETE' })
    expect([removed.status, await removed.text()]).toEqual([202, ''])
    expect((await ann.ask(`/${requestid}`)).status).toBe(404)
    expect(await collectsBlock(cid)).toBe(true)
  })

  it('answers 202 to what it accepts, and 200 to what it shows', async () => {
    const { Hash: cid } = await added('pin-service statuses')
    const created = await ann.ask('', { json: { cid } })
    const { requestid } = await created.json()

    expect([created.status, created.headers.get('Content-Type')]).toEqual([202, 'application/json'])
    expect((await ann.ask(`/${requestid}`)).status).toBe(200)
    expect((await ann.ask('')).status).toBe(200)
    expect((await ann.ask(`/${requestid}`, { json: { cid } })).status).toBe(202)
    expect((await ann.ask(`/${requestid}`, { json: { cid } })).status).toBe(404)
  })

  it('gives each pin of a CID a request of its own, and keeps the block until the last is removed', async () => {
    const { Hash: cid } = await added('pin-service twice')
    const [first, second] = [await ann.add({ cid }), await bob.add({ cid })]
    await ann.until(first.requestid, 'pinned')
    await bob.until(second.requestid, 'pinned')

    await ann.ask(`/${first.requestid}`, { method: 'DELETE' })
    expect(await collectsBlock(cid)).toBe(false)
    await bob.ask(`/${second.requestid}`, { method: 'DELETE' })
    expect(await collectsBlock(cid)).toBe(true)
  })

  it('shows a holder nothing of the pins of others', async () => {
    const { Hash: cid } = await added('pin-service secret')
    const { requestid } = await ann.add({ cid, name: 'of ann' })

    expect(await bob.list({ status: ALL, name: 'of ann' })).toEqual({ count: 0, results: [] })
    for (const init of [{}, { method: 'DELETE' }, { json: { cid } }]) {
      const response = await bob.ask(`/${requestid}`, init)
      const details = 'The specified resource was not found'
      expect([response.status, await response.json()]).toEqual([
        404,
        { error: { reason: 'NOT_FOUND', details } },
      ])
    }
    expect((await bob.ask(`/${requestid}/upload`, { method: 'PUT', body: 'x' })).status).toBe(404)
    expect(await ann.get(requestid)).toMatchObject({ pin: { cid } })
  })

  it('replaces a pin in one step', async () => {
    const [old, fresh] = [await added('pin-service old'), await added('pin-service fresh')]
    const first = await ann.until((await ann.add({ cid: old.Hash })).requestid, 'pinned')

    const second = await ann.add({ cid: fresh.Hash, name: 'second' }, `/${first.requestid}`)

    expect(second.requestid).not.toBe(first.requestid)
    expect((await ann.ask(`/${first.requestid}`)).status).toBe(404)
    expect(await ann.until(second.requestid, 'pinned')).toMatchObject({ pin: { cid: fresh.Hash } })
    expect([await collectsBlock(old.Hash), await collectsBlock(fresh.Hash)]).toEqual([true, false])
  })

  it('asks for the blocks that it misses, and pins when a CAR has brought them', async () => {
    const tree = await chunkedFile([await rawFile('pin-service one'), await rawFile('pin-service two')])
    const asked = await ann.untilUpload(await ann.add({ cid: tree.cid.toString() }))
    expect(asked).toMatchObject({ status: 'queued', info: { upload: expect.stringContaining('/pins/') } })

    const response = await ann.upload(asked, await carOf([tree.cid], tree.blocks))

    expect([response.status, await response.json()]).toEqual([
      200,
      expect.objectContaining({ status: 'pinned', requestid: asked.requestid }),
    ])
    expect(await collectsBlock(tree.blocks[1]?.cid.toString() ?? '')).toBe(false)
  })

  it('accepts only a CAR that completes the DAG, and changes nothing for another', async () => {
    const [one, two] = [await rawFile('pin-service third'), await rawFile('pin-service fourth')]
    const tree = await chunkedFile([one, two])
    const asked = await ann.untilUpload(await ann.add({ cid: tree.cid.toString() }))
    const refused = async (car: BodyInit) => {
      const response = await ann.upload(asked, car)
      const { error } = await response.json()
      return [response.status, error.reason, error.details]
    }
    const [root, leaf] = tree.blocks
    if (!root || !leaf) throw new Error('The tree has two blocks or more')
    const parts = tree.blocks.filter(({ cid }) => !cid.equals(two.cid))
    const lying = tree.blocks.map(({ cid }) => ({ cid, bytes: leaf.bytes }))

    expect(await refused(await carOf([tree.cid], parts))).toEqual([
      400,
      'BAD_REQUEST',
      expect.stringContaining(two.cid.toString()),
    ])
    expect(await refused(await carOf([tree.cid], lying))).toEqual([400, 'BAD_REQUEST', expect.any(String)])
    expect(await refused('no CAR')).toEqual([400, 'BAD_REQUEST', expect.any(String)])
    expect(await refused('')).toEqual([400, 'BAD_REQUEST', expect.any(String)])
    expect(await ann.until(asked.requestid, 'queued')).toMatchObject({
      info: { upload: asked.info['upload'] },
    })
    expect((await ann.upload(asked, await carOf([], tree.blocks))).status).toBe(200)
  })

  it('lists newest first, page after page', async () => {
    await removeAll(ann)
    const { Hash: cid } = await added('pin-service pages')
    const ids: string[] = []
    for (let at = 0; at < 12; at += 1) ids.push((await ann.add({ cid })).requestid)

    const first = await ann.list({ status: ALL })
    const before = first.results.at(-1)?.created ?? ''
    const second = await ann.list({ status: ALL, before })

    expect([first.count, first.results.length]).toEqual([12, 10])
    expect([second.count, second.results.length]).toEqual([2, 2])
    const listed = [...first.results, ...second.results].map(({ requestid }) => requestid)
    expect(listed).toEqual(ids.toReversed())
    const after = await ann.list({ status: ALL, after: before, limit: '1000' })
    expect(after.results.map(({ requestid }) => requestid)).toEqual(listed.slice(0, 9))
    expect(new Set(first.results.map(({ created }) => created)).size).toBe(10)
  })

  it('filters by CID, name, metadata and state', async () => {
    await removeAll(ann)
    const { Hash: cid } = await added('pin-service filters')
    const other = 'bafkqaaik'
    const one = await ann.add({ cid, name: 'Precious Data', meta: { app: 'a', kind: 'x' } })
    const two = await ann.add({ cid: other, name: 'data' })
    await ann.until(one.requestid, 'pinned')
    await ann.until(two.requestid, 'pinned')
    const found = async (query: Readonly<Record<string, string>>) =>
      (await ann.list(query)).results.map(({ pin }) => pin.name)

    expect(await found({})).toEqual(['data', 'Precious Data'])
    expect(await found({ status: 'queued,failed' })).toEqual([])
    expect(await found({ cid })).toEqual(['Precious Data'])
    expect(await found({ cid: `${cid},${other}` })).toHaveLength(2)
    expect(await found({ name: 'data' })).toEqual(['data'])
    expect(await found({ name: 'DATA', match: 'iexact' })).toEqual(['data'])
    expect(await found({ name: 'Data', match: 'partial' })).toEqual(['Precious Data'])
    expect(await found({ name: 'Data', match: 'ipartial' })).toHaveLength(2)
    expect(await found({ meta: '{"app":"a"}' })).toEqual(['Precious Data'])
    expect(await found({ meta: '{"app":"b"}' })).toEqual([])
    expect(await found({ after: '2100-01-01T00:00:00Z' })).toEqual([])
    expect(await found({ before: '2100-01-01T00:00:00.123456789+02:00' })).toHaveLength(2)
  })

  it('lists pins in every state by a filter, and only those that have succeeded without one', async () => {
    await removeAll(ann)
    const { cid } = await rawFile('pin-service nowhere')
    await ann.add({ cid: cid.toString(), name: 'nowhere' })

    expect(await ann.list()).toEqual({ count: 0, results: [] })
    expect((await ann.list({ name: 'nowhere' })).count).toBe(1)
    expect((await ann.list({ cid: cid.toString() })).count).toBe(1)
    expect((await ann.list({ name: 'nowhere', status: 'pinned' })).count).toBe(0)
  })

  it.each([
    ['limit=0'],
    ['limit=1001'],
    ['limit=x'],
    ['status=odd'],
    ['match=odd'],
    ['cid=odd'],
    ['meta=odd'],
    ['meta={"a":1}'],
    ['before=yesterday'],
    ['after=2030-13-01T00:00:00Z'],
    [`name=${'n'.repeat(256)}`],
    [`cid=${Array.from({ length: 11 }, (_, at) => `bafkqaai${'abcdefghijk'[at]}`).join(',')}`],
  ])('refuses the query %s', async (query) => {
    const response = await ann.ask(`?${query}`)
    expect([response.status, (await response.json()).error.reason]).toEqual([400, 'BAD_REQUEST'])
  })

  it.each([
    ['text', 'no pin'],
    ['a list', []],
    ['no CID', {}],
    ['a CID that is none', { cid: 'odd' }],
    ['a long name', { cid: 'bafkqaaa', name: 'n'.repeat(256) }],
    ['a name that is none', { cid: 'bafkqaaa', name: 5 }],
    ['a lone surrogate', { cid: 'bafkqaaa', name: '\ud800' }],
    ['21 origins', { cid: 'bafkqaaa', origins: Array.from({ length: 21 }, (_, at) => `/ip4/1.1.1.${at}`) }],
    ['an origin that is none', { cid: 'bafkqaaa', origins: ['https://a.example'] }],
    ['an origin with no peer id', { cid: 'bafkqaaa', origins: ['/dns4/a.example/tcp/443/wss/p2p/Qm'] }],
    ['metadata of numbers', { cid: 'bafkqaaa', meta: { a: 1 } }],
  ])('refuses a pin with %s', async (_, json) => {
    const response = await ann.ask('', { json })
    expect([response.status, (await response.json()).error.reason]).toEqual([400, 'BAD_REQUEST'])
  })

  it('refuses a body beyond its limit, unknown paths and methods', async () => {
    const long = await ann.ask('', { json: { cid: 'bafkqaaa', meta: { a: 'x'.repeat(20_000) } } })
    expect([long.status, (await long.json()).error.reason]).toEqual([413, 'CONTENT_TOO_LARGE'])
    expect((await ann.ask('/a/b/c')).status).toBe(404)
    const put = await ann.ask('', { method: 'PUT', body: '{}' })
    expect([put.status, put.headers.get('Allow')]).toEqual([405, 'GET, POST'])
  })
})

async function added(text: string): Promise<{ readonly Hash: string }> {
  const response = await send('/api/v0/add?cid-version=1&pin=false', form(file(text, text)))
  return response.json()
}

/** Collects garbage, and tells whether a block was removed. */
async function collectsBlock(cid: string): Promise<boolean> {
  await (await send('/api/v0/repo/gc', { method: 'POST' })).text()
  const stat = await send(`/api/v0/block/stat?arg=${cid}`, { method: 'POST' })
  await stat.text()
  return stat.status !== 200
}

async function removeAll(user: PinUser): Promise<void> {
  for (;;) {
    const { results } = await user.list({ status: ALL, limit: '1000' })
    if (results.length === 0) return
    for (const { requestid } of results) await user.ask(`/${requestid}`, { method: 'DELETE' })
  }
}
