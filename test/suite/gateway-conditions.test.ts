import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '#host'
import { addRoot } from '../requests/add.ts'
import { file } from '../requests/form.ts'
import { rawFile, type StoredTree, storeBlocks } from '../requests/stored-tree.ts'

let hello: StoredTree

beforeAll(async () => {
  hello = await rawFile('hello\n')
  await storeBlocks(send, hello.blocks)
})

const get = (path: string, headers: Record<string, string> = {}) =>
  send(path, { headers, redirect: 'manual', cache: 'no-store' })

describe('GET /ipfs/<cid> with If-None-Match', () => {
  it.each(['"CID"', 'W/"CID"', '"other", "CID"', '*'])('answers 304 to %s', async (tag) => {
    const response = await get(`/ipfs/${hello.cid}`, { 'If-None-Match': tag.replace('CID', `${hello.cid}`) })

    expect(response.status).toBe(304)
    expect(response.headers.get('ETag')).toBe(`"${hello.cid}"`)
    expect(await response.text()).toBe('')
  })

  it('answers 200 to another tag', async () => {
    const response = await get(`/ipfs/${hello.cid}`, { 'If-None-Match': '"other"' })

    expect(response.status).toBe(200)
    expect(await response.text()).toBe('hello\n')
  })
})

describe('GET /ipfs/<cid> with conditions', () => {
  it('answers 412 to If-Match that names other content', async () => {
    const other = await get(`/ipfs/${hello.cid}`, { 'If-Match': '"other"' })
    const same = await get(`/ipfs/${hello.cid}`, { 'If-Match': `"${hello.cid}"` })

    expect(other.status).toBe(412)
    expect(await same.text()).toBe('hello\n')
  })

  it('tells the modification time of a file that has one, and answers 304 to it', async () => {
    const cid = await addRoot('mtime=1700000000&pin=false', file('dated.txt', 'dated'))
    const date = 'Tue, 14 Nov 2023 22:13:20 GMT'

    const response = await get(`/ipfs/${cid}`)
    const again = await get(`/ipfs/${cid}`, { 'If-Modified-Since': date })

    expect(response.headers.get('Last-Modified')).toBe(date)
    expect(again.status).toBe(304)
  })

  it('reads the older forms of a date, and ignores what is no HTTP date', async () => {
    const cid = await addRoot('mtime=1700000000&pin=false', file('dated.txt', 'dated'))
    const statusSince = async (date: string) =>
      (await get(`/ipfs/${cid}`, { 'If-Modified-Since': date })).status

    expect(await statusSince('Tuesday, 14-Nov-23 22:13:20 GMT')).toBe(304)
    expect(await statusSince('Tue Nov 14 22:13:20 2023')).toBe(304)
    expect(await statusSince('Tue Nov 14 22:13:19 2023')).toBe(200)
    for (const date of ['2030', 'Tue, 15 Nov 2033 22:13:20', '2033-11-14T22:13:20Z', '1']) {
      expect(await statusSince(date), date).toBe(200)
    }
  })

  it('tells none for a file without one', async () => {
    expect((await get(`/ipfs/${hello.cid}`)).headers.get('Last-Modified')).toBeNull()
  })
})
