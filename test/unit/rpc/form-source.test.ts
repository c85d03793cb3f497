import { describe, expect, it } from 'vitest'
import { isDomainError } from '../../../src/errors.ts'
import type { SourceEntry } from '../../../src/ports/file-source.ts'
import type { FormPart } from '../../../src/rpc/form/form-part.ts'
import { formSource } from '../../../src/rpc/form/form-source.ts'

/** The entries of parts given as header objects with an optional body. */
async function entries(
  ...parts: [headers: Record<string, string>, body?: string | Uint8Array][]
): Promise<SourceEntry[]> {
  async function* stream(): AsyncGenerator<FormPart> {
    for (const [headers, body = ''] of parts) {
      const content = (async function* () {
        yield typeof body === 'string' ? bytesOf(body) : body
      })()
      yield { headers: new Map(Object.entries(headers)), content }
    }
  }
  const found: SourceEntry[] = []
  for await (const entry of formSource(stream(), { mode: true, mtime: true })) found.push(entry)
  return found
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

async function pathOf(filename: string): Promise<string | undefined> {
  const [entry] = await entries([{ 'content-disposition': `form-data; name=file; filename=${filename}` }])
  return entry?.path
}

describe('formSource()', () => {
  it.each([
    ['dir%2Ffile', 'dir/file'],
    ['"dir%2Ffile"', 'dir/file'],
    ['"a b; c.txt"', 'a b; c.txt'],
    ['"say \\"hi\\".txt"', 'say "hi".txt'],
    ['a+b', 'a b'],
    ['100%', '100%'],
    ['../../x', 'x'],
    ['a/../../b/./c//d', 'b/c/d'],
    ['%2Fabs%2Fpath', 'abs/path'],
    ['""', ''],
  ])('reads filename %s as path "%s"', async (filename, path) => {
    expect(await pathOf(filename)).toBe(path)
  })

  it('takes a part without filename as a nameless file', async () => {
    const [entry] = await entries([{ 'content-disposition': 'form-data; name=file' }])

    expect(entry).toMatchObject({ kind: 'file', path: '' })
  })

  it('reads the extended filename where the plain one is missing', async () => {
    expect(
      await entries([{ 'content-disposition': "form-data; filename*=UTF-8''na%C3%AFve" }]),
    ).toMatchObject([{ path: 'naïve' }])
  })

  it('tells directories, symlinks and files apart by content type', async () => {
    const found = await entries(
      [{ 'content-disposition': 'form-data; filename=d', 'content-type': 'application/x-directory' }],
      [
        { 'content-disposition': 'form-data; filename=d%2Fl', 'content-type': 'application/symlink' },
        '../target',
      ],
      [{ 'content-disposition': 'form-data; filename=d%2Ff', 'content-type': 'text/plain; charset=utf-8' }],
    )

    expect(found).toMatchObject([
      { kind: 'directory', path: 'd' },
      { kind: 'symlink', path: 'd/l', target: bytesOf('../target') },
      { kind: 'file', path: 'd/f' },
    ])
  })

  it('reads mode and mtime from headers and from the query of the field name', async () => {
    const found = await entries(
      [{ 'content-disposition': 'form-data; filename=a', mode: '0644', mtime: '12', 'mtime-nsecs': '34' }],
      [{ 'content-disposition': 'form-data; name="file-0?mode=0755&mtime=-5"; filename=b' }],
    )

    expect(found).toMatchObject([
      { mode: 0o644, mtime: { seconds: 12, nanoseconds: 34 } },
      { mode: 0o755, mtime: { seconds: -5, nanoseconds: 0 } },
    ])
  })

  it.each([
    ['020000000755', 0o755],
    ['01000000777', 0o777],
    ['020040000755', 0o4755],
    ['020020000755', 0o2755],
    ['020004000777', 0o1777],
    ['04755', 0o4755],
    ['0100644', 0o644],
    ['0', undefined],
    ['020000000000', undefined],
    ['040000000644', undefined],
    ['999', undefined],
    ['', undefined],
    ['rw-r--r--', undefined],
  ])('reads the permission bits of mode "%s"', async (text, mode) => {
    const [entry] = await entries([
      { 'content-disposition': `form-data; name="file?mode=${text}"; filename=a` },
    ])

    expect(entry?.mode).toBe(mode)
  })

  it.each([
    ['', { seconds: 0, nanoseconds: 0 }],
    ['mode=0644', { seconds: 0, nanoseconds: 0 }],
    ['mtime-nsecs=5', { seconds: 0, nanoseconds: 5 }],
    ['mtime=5&mtime-nsecs=x', { seconds: 5, nanoseconds: 0 }],
    ['mtime=5&mtime-nsecs=2000000007', { seconds: 7, nanoseconds: 7 }],
    ['mtime=5&mtime-nsecs=-1', { seconds: 4, nanoseconds: 999_999_999 }],
    ['mtime=5?mode=0644', undefined],
  ])('reads the time of a name with the query "%s" as the reference does', async (query, mtime) => {
    const [entry] = await entries([{ 'content-disposition': `form-data; name="file?${query}"; filename=a` }])

    expect(entry?.mtime).toEqual(mtime)
  })

  it('prefers the time in headers to the one that a query only implies', async () => {
    const disposition = 'form-data; name="file?mode=0644"; filename=a'
    const [entry] = await entries([{ 'content-disposition': disposition, mtime: '12' }])

    expect(entry?.mtime).toEqual({ seconds: 12, nanoseconds: 0 })
  })

  it.each(['x', '9.5', ''])('ignores mtime "%s"', async (mtime) => {
    const [entry] = await entries([
      { 'content-disposition': `form-data; name="f?mtime=${mtime}"; filename=a` },
    ])

    expect(entry?.mtime).toBeUndefined()
  })

  it('keeps metadata beside the entry that is not to be preserved', async () => {
    const headers = { 'content-disposition': 'form-data; filename=a', mode: '0644', mtime: '12' }
    async function* parts(): AsyncGenerator<FormPart> {
      yield { headers: new Map(Object.entries(headers)), content: (async function* () {})() }
    }

    const { value } = await formSource(parts()).next()

    expect(value).toMatchObject({
      path: 'a',
      mode: undefined,
      mtime: undefined,
      sent: { mode: 0o644, mtime: { seconds: 12, nanoseconds: 0 } },
    })
  })

  it('refuses a NUL in the name', async () => {
    const headers = { 'content-disposition': 'form-data; filename=a%00b' }

    await expect(entries([headers])).rejects.toSatisfy((error) => isDomainError(error, 'invalid-argument'))
  })

  it('keeps the bytes of a symlink target, also those that are no text', async () => {
    const headers = { 'content-disposition': 'form-data; filename=l', 'content-type': 'application/symlink' }
    const target = Uint8Array.of(0xef, 0xbb, 0xbf, 0x61, 0xe9)

    expect(await entries([headers, target])).toMatchObject([{ kind: 'symlink', target }])
  })

  it('refuses a symlink target longer than any path', async () => {
    const headers = { 'content-disposition': 'form-data; filename=l', 'content-type': 'application/symlink' }

    await expect(entries([headers, 'x'.repeat(5000)])).rejects.toSatisfy((error) =>
      isDomainError(error, 'too-large'),
    )
  })
})
