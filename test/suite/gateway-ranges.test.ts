import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '#host'
import { chunkedFile, rawFile, type StoredTree, storeBlocks } from '../requests/stored-tree.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

let letters: StoredTree

beforeAll(async () => {
  const chunks = await Promise.all((LETTERS.match(/.{1,10}/g) ?? []).map((chunk) => rawFile(chunk)))
  letters = await chunkedFile(chunks)
  await storeBlocks(send, letters.blocks)
})

const get = (path: string, headers: Record<string, string>) => send(path, { headers, cache: 'no-store' })

describe('GET /ipfs/<cid> with Range', () => {
  it.each([
    ['bytes=0-4', 'bytes 0-4/26', 'abcde'],
    ['bytes=8-11', 'bytes 8-11/26', 'ijkl'],
    ['bytes=5-24', 'bytes 5-24/26', 'fghijklmnopqrstuvwxy'],
    ['bytes=20-', 'bytes 20-25/26', 'uvwxyz'],
    ['bytes=-3', 'bytes 23-25/26', 'xyz'],
    ['bytes=-100', 'bytes 0-25/26', LETTERS],
    ['bytes=25-99', 'bytes 25-25/26', 'z'],
    ['bytes=23-9223372036854775807', 'bytes 23-25/26', 'xyz'],
    ['bytes=30-, 3-4', 'bytes 3-4/26', 'de'],
  ])('answers 206 to %s', async (range, contentRange, text) => {
    const response = await get(`/ipfs/${letters.cid}`, { Range: range })

    expect(response.status).toBe(206)
    expect(response.headers.get('Content-Range')).toBe(contentRange)
    expect(response.headers.get('Content-Length')).toBe(String(text.length))
    expect(response.headers.get('ETag')).toBe(`"${letters.cid}"`)
    expect(await response.text()).toBe(text)
  })

  it('answers several ranges as one multipart body of declared length', async () => {
    const response = await get(`/ipfs/${letters.cid}`, { Range: 'bytes=3-4, 0-1,-2' })

    const type = response.headers.get('Content-Type') ?? ''
    const boundary = /^multipart\/byteranges; boundary=([\w-]+)$/.exec(type)?.[1]
    const part = (range: string, text: string) =>
      `--${boundary}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Range: bytes ${range}/26\r\n\r\n${text}\r\n`
    const expected = `${part('3-4', 'de')}${part('0-1', 'ab')}${part('24-25', 'yz')}--${boundary}--\r\n`
    expect(response.status).toBe(206)
    expect(response.headers.get('Content-Range')).toBeNull()
    expect(response.headers.get('Content-Length')).toBe(String(expected.length))
    expect(await response.text()).toBe(expected)
  })

  it.each(['bytes=26-', 'bytes=100-200', 'bytes=-0'])('answers 416 to %s', async (range) => {
    const response = await get(`/ipfs/${letters.cid}`, { Range: range })

    expect(response.status).toBe(416)
    expect(response.headers.get('Content-Range')).toBe('bytes */26')
    expect(await response.text()).toBe('range lies outside the content\n')
  })

  it.each(['bytes=9-3', 'bytes=x', 'lines=1-2'])('ignores %s', async (range) => {
    const response = await get(`/ipfs/${letters.cid}`, { Range: range })

    expect(response.status).toBe(200)
    expect(await response.text()).toBe(LETTERS)
  })

  it('applies If-Range to the tag it names', async () => {
    const same = await get(`/ipfs/${letters.cid}`, { Range: 'bytes=0-1', 'If-Range': `"${letters.cid}"` })
    const other = await get(`/ipfs/${letters.cid}`, { Range: 'bytes=0-1', 'If-Range': '"other"' })

    expect(await same.text()).toBe('ab')
    expect(await other.text()).toBe(LETTERS)
  })
})
