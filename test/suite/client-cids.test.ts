import { describe, expect, it, vi } from 'vitest'
import { send } from '#host'
import { createClient, type UploadEntry } from '../../src/rpc/client.ts'
import { addRoot } from '../requests/add.ts'
import { CID_OPTIONS, queryOf } from '../requests/cid-profiles.ts'
import { directory, type FormPart, file } from '../requests/form.ts'
import { randomBytes } from '../requests/random-bytes.ts'
import { sampleOnHosts } from '../requests/sample-on-hosts.ts'

/** Of so many inputs that the core judges the other hosts get one. */
const EVERY = 4

const call = createClient({ fetch: send })
const streaming = createClient({ fetch: send, canStream: true })

const DONE = { done: true, value: undefined } as const

const big = randomBytes(41, 700_000)

const ENTRIES: readonly UploadEntry[] = [
  { path: 'd/big', content: big },
  { path: 'd/small', content: 'hello world\n' },
  { path: 'd/void', kind: 'directory' },
]

const PARTS: readonly FormPart[] = [file('d/big', big), file('d/small', 'hello world\n'), directory('d/void')]

async function* oneByOne(entries: readonly UploadEntry[]): AsyncGenerator<UploadEntry> {
  yield* entries
}

async function lastHash(lines: AsyncIterable<{ readonly Hash?: string | undefined }>): Promise<string> {
  let last = ''
  for await (const { Hash = '' } of lines) last = Hash
  return last
}

describe.each(
  sampleOnHosts(CID_OPTIONS, EVERY).map((options) => [JSON.stringify(options), options] as const),
)('call(add) with %s', (_name, options) => {
  const query = queryOf(options)

  it('gives a folder the CID of the plain form', async () => {
    const plain = await addRoot(query, ...PARTS)

    expect(await lastHash(await call('add', { body: ENTRIES, options }))).toBe(plain)
    expect(await lastHash(await streaming('add', { body: oneByOne(ENTRIES), options }))).toBe(plain)
  })

  it('gives one content the CID of the plain form', async () => {
    const plain = await addRoot(query, file('', big))

    expect(await lastHash(await call('add', { body: big, options }))).toBe(plain)
    expect(await lastHash(await call('add', { body: new Blob([big]).stream(), options }))).toBe(plain)
  })
})

describe('call(add) of entries with metadata', () => {
  const mtime = { seconds: 1_700_000_000, nanoseconds: 5 }

  it.each([
    ['a mode', { mode: 0o640 }, 'preserve-mode=true', { mode: '0640' }],
    ['a time', { mtime }, 'preserve-mtime=true', { mtime: '1700000000', 'mtime-nsecs': '5' }],
    [
      'both',
      { mode: 0o640, mtime },
      'preserve-mode=true&preserve-mtime=true',
      { mode: '0640', mtime: '1700000000', 'mtime-nsecs': '5' },
    ],
  ])('preserves %s', async (_name, metadata, query, headers) => {
    const plain = await addRoot(query, file('a', 'x', headers))

    const body = [{ path: 'a', content: 'x', ...metadata }]

    expect(await lastHash(await call('add', { body }))).toBe(plain)
    expect(await lastHash(await streaming('add', { body: oneByOne(body) }))).toBe(plain)
  })

  it('preserves what a later entry alone has', async () => {
    const plain = await addRoot('preserve-mode=true', file('d/a', 'x'), file('d/b', 'y', { mode: '0600' }))

    const body = [
      { path: 'd/a', content: 'x' },
      { path: 'd/b', content: 'y', mode: 0o600 },
    ]

    expect(await lastHash(await call('add', { body }))).toBe(plain)
    const announced = { body: oneByOne(body), options: { 'preserve-mode': true } }
    expect(await lastHash(await streaming('add', announced))).toBe(plain)
    await expect(call('add', { body: oneByOne(body) })).rejects.toThrow(/"d\/b".*"preserve-mode"/)
  })

  it('ends, and ends its source, when it is aborted before the first entry', async () => {
    const abort = new AbortController()
    const source = { next: () => new Promise<never>(() => undefined), return: vi.fn(async () => DONE) }
    const adding = call('add', { body: { [Symbol.asyncIterator]: () => source } }, { signal: abort.signal })

    abort.abort(new Error('not any more'))

    await expect(adding).rejects.toThrow('not any more')
    expect(source.return).toHaveBeenCalled()
  })

  it('leaves metadata out where the caller says so', async () => {
    const plain = await addRoot('cid-version=1', file('a', 'x'))

    const body = [{ path: 'a', content: 'x', mode: 0o600 }]
    const lines = await call('add', { body, options: { 'cid-version': 1, 'preserve-mode': false } })

    expect(await lastHash(lines)).toBe(plain)
  })
})
