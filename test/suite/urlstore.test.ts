import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { host } from '#host'
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

const NAME = 'urlstore'
const URL_OF_FILE = outsideUrl(NAME)
const [FIRST, SECOND, THIRD] = CONTENT_LEAVES

describe('urlstore/add', () => {
  removeReferencesAtEnd([CONTENT_ROOT])
  beforeAll(() => putOutside(NAME, CONTENT))

  it('refers to the leaves of a URL, and stores none of them', async () => {
    const response = await call('urlstore/add', { arg: URL_OF_FILE })

    expect(await response.text()).toBe(`{"Key":"${CONTENT_ROOT}","Size":600000}\n`)
    expect(await filestoreLines('ls', { 'file-order': 'true' }, URL_OF_FILE)).toEqual([
      entry(FIRST, 0, 262_144),
      entry(SECOND, 262_144, 262_144),
      entry(THIRD, 524_288, 75_712),
    ])
    expect(await (await call('filestore/dups')).text()).not.toContain(FIRST)
    expect(await (await call('pin/ls', { arg: CONTENT_ROOT })).text()).toContain('recursive')
  })

  it('lists in the order of block keys, and prints lines of text', async () => {
    const keys = (await filestoreLines('ls', {}, URL_OF_FILE)).map(({ Key }) => Key?.['/'])
    expect(keys).toEqual([SECOND, FIRST, THIRD])
    const text = await (await call('filestore/ls', { encoding: 'text' })).text()
    expect(text).toContain(`${THIRD}  75712 ${URL_OF_FILE} 524288\n`)
    const verified = await (await call('filestore/verify', { encoding: 'text' })).text()
    expect(verified).toContain(`ok      ${FIRST} 262144 ${URL_OF_FILE} 0\n`)
  })

  it('gives every reader what is referred to', async () => {
    const read = await (await call('cat', { arg: CONTENT_ROOT, offset: '262140', length: '10' })).text()
    expect(read).toBe(new TextDecoder().decode(CONTENT.subarray(262_140, 262_150)))
    expect(await (await call('block/stat', { arg: FIRST })).json()).toEqual({ Key: FIRST, Size: 262_144 })
    expect((await (await call('block/get', { arg: THIRD })).arrayBuffer()).byteLength).toBe(75_712)
    expect(await (await call('refs/local')).text()).toContain(SECOND)
    expect(await (await call('pin/verify', { verbose: 'true' })).text()).toContain(
      `{"Cid":"${CONTENT_ROOT}","Ok":true`,
    )
  })

  it('is not needed where there is a copy', async () => {
    const name = `${NAME} copied`
    const bytes = new TextEncoder().encode('urlstore: a copy of this is held')
    await putOutside(name, bytes)
    await call('add', { 'raw-leaves': 'true', pin: 'false' }, form(file('copied', bytes)))

    await call('urlstore/add', { arg: outsideUrl(name), pin: 'false' })

    expect(await filestoreLines('ls', {}, outsideUrl(name))).toEqual([])
  })

  it('makes trickle-shaped trees, and pins nothing when told so', async () => {
    const name = `${NAME} small`
    await putOutside(name, new TextEncoder().encode('urlstore: a small file'))
    const answer = await call('urlstore/add', { arg: outsideUrl(name), trickle: 'true', pin: 'false' })
    const { Key } = (await answer.json()) as { readonly Key: string }

    expect(await (await call('cat', { arg: Key })).text()).toBe('urlstore: a small file')
    expect((await call('pin/ls', { arg: Key })).status).toBe(500)
  })

  it('stores an empty file', async () => {
    await putOutside(`${NAME} empty`, new Uint8Array())

    expect(await (await call('urlstore/add', { arg: outsideUrl(`${NAME} empty`) })).text()).toBe(
      '{"Key":"bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku","Size":0}\n',
    )
    await call('pin/rm', { arg: 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku' })
  })

  it('reads a small file whole from a server without ranges', async () => {
    const name = `${NAME} plain`
    await putOutside(name, new TextEncoder().encode('urlstore: no ranges here'))
    const answer = await call('urlstore/add', { arg: outsideUrl(name, 'plain'), pin: 'false' })
    const { Key } = (await answer.json()) as { readonly Key: string }

    expect(await (await call('cat', { arg: Key })).text()).toBe('urlstore: no ranges here')
  })

  it('follows a redirect where the host lets it, and none to a host that is not allowed', async () => {
    const answer = await call('urlstore/add', { arg: outsideUrl(NAME, 'redirect') })
    const away = await call('urlstore/add', { arg: outsideUrl(NAME, 'away') })

    expect([answer.status, away.status]).toEqual([host === 'web' ? 500 : 200, 500])
  })

  it.each(
    sampleOnHosts(
      [
        ['ftp://example.org/a', 'unsupported url syntax: ftp://example.org/a'],
        ['example.org', 'unsupported url syntax: example.org'],
        ['http://', 'unsupported url syntax: http://'],
        [outsideUrl('urlstore absent'), 'got non-2XX status code'],
        [outsideUrl(NAME, 'broken'), 'got non-2XX status code'],
      ],
      EVERY,
    ),
  )('refuses %s', async (arg, message) => {
    expect(await errorOf(call('urlstore/add', { arg }))).toEqual(failure(message))
  })

  it('refuses an address without end, and a missing one', async () => {
    expect((await call('urlstore/add', { arg: `https://example.org/${'a'.repeat(10_000)}` })).status).toBe(
      500,
    )
    const missing = await call('urlstore/add')
    expect([missing.status, await missing.text()]).toEqual([400, 'argument "url" is required\n'])
  })
})

describe('a source that changes', () => {
  removeReferencesAtEnd([CONTENT_ROOT])
  beforeEach(async () => {
    await putOutside(NAME, CONTENT)
    await call('urlstore/add', { arg: URL_OF_FILE })
  })

  it('is reported block by block, and never served', async () => {
    const changed = CONTENT.slice()
    changed[300_000] = 0
    await putOutside(NAME, changed)

    const states = await filestoreLines('verify', { 'file-order': 'true' }, URL_OF_FILE)
    expect(states.map(({ Status }) => Status)).toEqual([0, 12, 0])
    expect(states[1]?.ErrorMsg).toBe(`data in file did not match. ${URL_OF_FILE} offset 262144`)
    const get = await call('block/get', { arg: SECOND })
    expect([get.status, await get.text()]).toEqual([500, expect.not.stringContaining(URL_OF_FILE)])
    await expect(call('cat', { arg: CONTENT_ROOT }).then((response) => whole(response))).resolves.toBe(false)
    expect(await (await call('cat', { arg: CONTENT_ROOT, length: '7' })).text()).toBe('abcdefg')

    await putOutside(NAME, CONTENT)
    expect((await call('block/get', { arg: SECOND })).status).toBe(200)
  })

  it('is reported when it is shorter', async () => {
    await putOutside(NAME, CONTENT.slice(0, 300_000))

    const states = await filestoreLines('verify', { 'file-order': 'true' }, URL_OF_FILE)
    expect(states.map(({ Status, ErrorMsg }) => [Status, ErrorMsg])).toEqual([
      [0, ''],
      [12, 'unexpected EOF'],
      [10, 'expected HTTP 200 or 206 got 416'],
    ])
  })

  it('is reported when it is gone', async () => {
    await putOutside(NAME, undefined)

    const [first] = await filestoreLines('verify', { arg: FIRST })
    expect(first).toEqual({
      ...entry(FIRST, 0, 262_144),
      Status: 10,
      ErrorMsg: 'expected HTTP 200 or 206 got 404',
    })
    expect((await filestoreLines('ls', {}, URL_OF_FILE)).map(({ Status }) => Status)).toEqual([0, 0, 0])
  })
})

describe('filestore/ls and verify of paths', () => {
  removeReferencesAtEnd([CONTENT_ROOT])
  beforeAll(async () => {
    await putOutside(NAME, CONTENT)
    await call('urlstore/add', { arg: URL_OF_FILE })
  })

  it.each(['ls', 'verify'])('%s looks each of them up, whatever becomes of another', async (command) => {
    const node = 'bafkreiabsqunanbrszcfavvvpfum2tzayva57qilvigsqimjg5yvj3b2s4'
    const [good, missing, failed] = await filestoreLines(command, {
      arg: [`/ipfs/${FIRST}`, CONTENT_ROOT, 'zz'],
    })

    expect(good).toEqual(entry(FIRST, 0, 262_144))
    expect(missing).toEqual({
      Status: 30,
      ErrorMsg: `ipld: could not find ${node}`,
      Key: { '/': node },
      FilePath: '',
      Offset: 0,
      Size: 0,
    })
    expect(failed).toMatchObject({ Status: 20, Key: null, FilePath: '', Offset: 0, Size: 0 })
    expect(failed?.ErrorMsg).toMatch(/^zz: /)
  })
})

function entry(key: string, Offset: number, Size: number) {
  return { Status: 0, ErrorMsg: '', Key: { '/': key }, FilePath: URL_OF_FILE, Offset, Size }
}

/** False for an answer that was cut, or is an error. */
async function whole(response: Response): Promise<boolean> {
  try {
    return (await response.arrayBuffer()).byteLength === CONTENT.byteLength && response.ok
  } catch {
    return false
  }
}
