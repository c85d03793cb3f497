import { describe, expect, it } from 'vitest'
import { readUrl } from '../../../src/filestore/read-url.ts'
import { memoryPorts } from '../memory-ports.ts'

const FILE = 'https://files.example.org/a'
const TEN = new TextEncoder().encode('0123456789')

describe('readUrl()', () => {
  it('asks for a range without compression, once', async () => {
    const asked: Request[] = []

    const read = await reading(() => new Response(TEN.slice(2, 5), { status: 206 }), asked)

    expect(read).toEqual({ state: 'read', bytes: TEN.slice(2, 5), version: '' })
    expect(asked.map(({ headers }) => [headers.get('Range'), headers.get('Accept-Encoding')])).toEqual([
      ['bytes=2-4', 'identity'],
    ])
  })

  it.each([
    [{ ETag: '"1"', 'Last-Modified': 'yesterday' }, '"1"'],
    [{ 'Last-Modified': 'yesterday' }, 'yesterday'],
  ])('tells the version by %o', async (headers, version) => {
    expect(await reading(() => new Response(TEN.slice(2, 5), { status: 206, headers }))).toMatchObject({
      version,
    })
  })

  it('cuts the range out of a small file of a server without ranges', async () => {
    expect(await reading(() => new Response(TEN))).toMatchObject({ state: 'read', bytes: TEN.slice(2, 5) })
  })

  it.each([
    ['a file without ranges that is too long', 200, { 'Content-Length': `${9 * 1024 ** 2}` }, /no ranges/],
    ['another range', 206, { 'Content-Range': 'bytes 0-2/10' }, /no ranges/],
    ['compressed bytes', 206, { 'Content-Encoding': 'gzip' }, /compresses/],
    ['an absent file', 404, {}, /got 404/],
    ['an error', 500, {}, /got 500/],
  ])('takes no bytes of %s', async (_, status, headers, reason) => {
    const read = await reading(() => new Response(TEN.slice(0, 3), { status, headers }))

    expect(read).toEqual(expect.objectContaining({ state: 'error', reason: expect.stringMatching(reason) }))
  })

  it('tells a range behind the end', async () => {
    expect(await reading(() => new Response(null, { status: 416 }))).toMatchObject({ state: 'past-end' })
  })

  it('reads no more bytes than were asked for, and cancels an endless body', async () => {
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(1024 ** 2)),
    })

    expect(await reading(() => new Response(TEN, { status: 206 }))).toMatchObject({ state: 'error' })
    await expect(reading(() => new Response(endless, { status: 206 }))).rejects.toMatchObject({
      code: 'too-large',
    })
  })

  it('follows no redirect to an address that may not be asked', async () => {
    const asked: Request[] = []
    const headers = { Location: 'http://127.0.0.1/secret' }

    await expect(reading(() => new Response(null, { status: 302, headers }), asked)).rejects.toMatchObject({
      code: 'forbidden',
    })
    expect(asked).toHaveLength(1)
  })
})

function reading(answer: () => Response, asked: Request[] = []) {
  return readUrl(new URL(FILE), {
    offset: 2,
    sizeBytes: 3,
    clock: memoryPorts().clock,
    outbound: {
      refusal: ({ hostname }) => (hostname === 'files.example.org' ? undefined : 'not this host'),
      async fetch(request) {
        asked.push(request)
        return answer()
      },
    },
  })
}
