import { beforeEach, describe, expect, it } from 'vitest'
import { file, form } from '../requests/form.ts'
import { callKeys as call, errorOf, failure } from '../requests/keys.ts'
import {
  CONTENT,
  CONTENT_LEAVES,
  CONTENT_ROOT,
  filestoreLines,
  outsideUrl,
  putOutside,
  removeReferencesAtEnd,
} from '../requests/outside-files.ts'
import { sampleOnHosts } from '../requests/sample-on-hosts.ts'

/** Of so many refusals the other hosts get one: the core judges them. */
const EVERY = 4

const NAME = 'nocopy'
const LOCATION = outsideUrl(NAME)
const [FIRST] = CONTENT_LEAVES

describe('add nocopy', () => {
  removeReferencesAtEnd([CONTENT_ROOT])
  beforeEach(() => putOutside(NAME, CONTENT))

  it('refers to the location of each part', async () => {
    expect(await (await nocopy()).text()).toBe(`{"Name":"a","Hash":"${CONTENT_ROOT}","Size":"600158"}\n`)
    expect((await filestoreLines('ls', {}, LOCATION)).map(({ Offset }) => Offset).sort()).toEqual([
      0, 262_144, 524_288,
    ])
    expect(await (await call('cat', { arg: CONTENT_ROOT, length: '7' })).text()).toBe('abcdefg')
  })

  it("takes the location as today's Go client escapes it", async () => {
    const escaped = encodeURIComponent(LOCATION)

    expect((await nocopy({}, { header: 'abspath-encoded', location: escaped })).status).toBe(200)
  })

  it('refers to another source when the file is added again from there', async () => {
    await (await nocopy()).text()
    await putOutside(`${NAME} 2`, CONTENT)

    await (await nocopy({}, { location: outsideUrl(`${NAME} 2`) })).text()

    expect(await filestoreLines('ls', {}, LOCATION)).toEqual([])
    expect(await filestoreLines('ls', {}, outsideUrl(`${NAME} 2`))).toHaveLength(3)
  })

  it('stores nothing with only-hash', async () => {
    await putOutside(`${NAME} hashed`, CONTENT.slice(1))
    const location = outsideUrl(`${NAME} hashed`)

    const answer = await nocopy({ 'only-hash': 'true' }, { location, content: CONTENT.slice(1) })

    expect(answer.status).toBe(200)
    expect(await filestoreLines('ls', {}, location)).toEqual([])
  })

  it('refuses a source whose bytes are not those that were sent', async () => {
    const location = outsideUrl(`${NAME} other`)
    const other = CONTENT.slice()
    other[599_999] = 0
    await putOutside(`${NAME} other`, other)

    const answer = (await nocopy({}, { location, content: CONTENT })).text()

    expect(await answer).toContain('its bytes are not those that were sent')
    expect((await nocopy({}, { location: outsideUrl(`${NAME} none`) })).status).toBe(500)
  })

  it.each(
    sampleOnHosts(
      [
        [{}, { location: undefined }, "missing file path or URL, can't create filestore reference"],
        [{ 'raw-leaves': 'false' }, {}, "nocopy option requires '--raw-leaves' to be enabled as well"],
        [{ mode: '0600' }, {}, "nocopy option requires '--raw-leaves' to be enabled as well"],
        [{}, { location: '/../a' }, 'cannot add filestore references outside ipfs root (/../a)'],
        [{}, { location: `/${'a'.repeat(10_000)}` }, undefined],
      ],
      EVERY,
    ),
  )('refuses %o with %o', async (query, sent, message) => {
    const answer = await errorOf(nocopy(query, sent))

    expect(answer).toEqual(message === undefined ? [500, expect.any(String)] : failure(message))
  })
})

describe('copies beside references', () => {
  removeReferencesAtEnd([CONTENT_ROOT])
  beforeEach(async () => {
    await putOutside(NAME, CONTENT)
    await (await nocopy()).text()
  })

  it('come from a plain add, and are listed; fscache stores none', async () => {
    await (await add({ fscache: 'true', 'raw-leaves': 'true' })).text()
    expect(await dups()).not.toContain(FIRST)

    await (await add({ 'raw-leaves': 'true' })).text()
    expect(await dups()).toContain(`{"Ref":"${FIRST}","Err":""}\n`)
    expect(await (await call('filestore/dups', { encoding: 'text' })).text()).toContain(`${FIRST}\n`)
    await putOutside(NAME, undefined)
    expect((await call('block/get', { arg: FIRST })).status).toBe(200)
  })

  it('are made by fscache when the source has changed', async () => {
    await (await call('block/rm', { arg: FIRST, force: 'true' })).text()
    await putOutside(
      NAME,
      CONTENT.map((byte) => byte + 1),
    )

    await (await add({ fscache: 'true', 'raw-leaves': 'true' })).text()

    expect(await (await call('cat', { arg: CONTENT_ROOT, length: '7' })).text()).toBe('abcdefg')
  })

  it('go with their references', async () => {
    const pinned = await (await call('block/rm', { arg: FIRST })).text()
    expect(pinned).toContain(`pinned via ${CONTENT_ROOT}`)

    await call('pin/rm', { arg: CONTENT_ROOT })
    expect(await (await call('block/rm', { arg: FIRST })).text()).toBe(`{"Hash":"${FIRST}"}\n`)
    expect((await filestoreLines('ls', {}, LOCATION)).map(({ Key }) => Key?.['/'])).not.toContain(FIRST)
    expect((await call('block/stat', { arg: FIRST, offline: 'true' })).status).toBe(500)
  })

  it('are collected when nothing keeps them, and kept when something does', async () => {
    await (await call('repo/gc')).text()
    expect(await filestoreLines('ls', {}, LOCATION)).toHaveLength(3)
    const verified = await (await call('repo/verify')).text()
    expect(verified).toContain('verify complete, all blocks validated.')

    await call('pin/rm', { arg: CONTENT_ROOT })
    expect(await (await call('repo/gc')).text()).toContain(FIRST)
    expect(await filestoreLines('ls', {}, LOCATION)).toEqual([])
  })
})

interface Sent {
  readonly header?: string
  readonly location?: string | undefined
  readonly content?: Uint8Array<ArrayBuffer>
}

function nocopy(query: Readonly<Record<string, string>> = {}, sent: Sent = {}): Promise<Response> {
  const { header = 'Abspath', content = CONTENT } = sent
  const location = 'location' in sent ? sent.location : LOCATION
  const headers: Record<string, string> = location === undefined ? {} : { [header]: location }
  return call('add', { nocopy: 'true', ...query }, form(file('a', content, headers)))
}

function add(query: Readonly<Record<string, string>>): Promise<Response> {
  return call('add', query, form(file('a', CONTENT)))
}

async function dups(): Promise<string> {
  return (await call('filestore/dups')).text()
}
