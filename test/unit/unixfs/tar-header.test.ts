import { createTarPacker, packTar, type TarHeader } from 'modern-tar'
import { describe, expect, it } from 'vitest'
import { type TarEntryFields, tarHeader, UNFINISHED_HEADER } from '../../../src/unixfs/tar/tar-header.ts'

const entry = (fields: Partial<TarEntryFields>): TarEntryFields => ({
  ...{ name: 'a', type: 'file', sizeBytes: 0, mode: 0o644, mtime: { seconds: 1_600_000_000 } },
  ...fields,
})

/** What `modern-tar` writes for the header of an entry, in as many bytes. */
async function foreignHeader(fields: TarEntryFields, pax: TarHeader['pax'], sizeBytes: number) {
  const { name, type, mode, mtime, linkname } = fields
  if (type === 'extended') throw new Error('An entry of a directory has another type')
  const { readable, controller } = createTarPacker()
  const header = { name, type, mode, size: fields.sizeBytes, mtime: new Date(mtime.seconds * 1000) }
  controller.add({ ...header, ...(linkname !== undefined && { linkname }), ...(pax && { pax }) })
  const reader = readable.getReader()
  const bytes: number[] = []
  while (bytes.length < sizeBytes) bytes.push(...((await reader.read()).value ?? []))
  return Uint8Array.from(bytes)
}

describe('tarHeader()', () => {
  const long = 'n'.repeat(60)
  it.each<[string, Partial<TarEntryFields>, TarHeader['pax']?]>([
    ['a file', { name: 'd/a', sizeBytes: 1234, mode: 0o600 }],
    ['a directory', { name: 'd', type: 'directory', mode: 0o1755 }],
    ['a symlink', { name: 'd/l', type: 'symlink', linkname: '../far', mode: 0o777 }],
    ['a name of 100 bytes', { name: 'n'.repeat(100) }],
    ['a path of 101 bytes', { name: `${long}/${'m'.repeat(40)}` }],
    ['a path of 256 bytes', { name: `${'p'.repeat(95)}/${long}/${'m'.repeat(99)}` }],
    ['a path whose last name is too long', { name: `d/${'n'.repeat(101)}` }],
    ['a path whose beginning is too long', { name: `${'p'.repeat(156)}/${'m'.repeat(100)}` }],
    ['a path of many levels', { name: 'abcdefghi/'.repeat(40) }],
    ['a target of 101 bytes', { type: 'symlink', linkname: 't'.repeat(101) }],
    ['a name that is not ASCII', { name: 'd/ünïcödé' }, { path: 'd/ünïcödé' }],
    ['a long name that is not ASCII', { name: 'ü'.repeat(99) }, { path: 'ü'.repeat(99) }],
    [
      'a target that is not ASCII',
      { name: 'ö', type: 'symlink', linkname: 'ä' },
      { path: 'ö', linkpath: 'ä' },
    ],
    ['a fraction of a second', { mtime: { seconds: 7, nanoseconds: 600_000_000 } }, { mtime: '7.6' }],
    ['a record whose length has three digits', { name: 'é'.repeat(45) }, { path: 'é'.repeat(45) }],
    ['8 GiB', { sizeBytes: 8 ** 11 }],
  ])('is what modern-tar writes for %s', async (_, fields, pax) => {
    const own = tarHeader(entry(fields))

    expect(own.byteLength % 512).toBe(0)
    expect(await foreignHeader(entry(fields), pax, own.byteLength)).toEqual(own)
  })

  it('is a whole archive with content, padding and two empty blocks behind it', async () => {
    const header = { name: 'a', size: 5, mode: 0o644, mtime: new Date(1_600_000_000_000) }
    const archive = await packTar([{ header, body: 'hello' }])

    expect(archive.subarray(0, 512)).toEqual(tarHeader(entry({ sizeBytes: 5 })))
    expect(archive.byteLength).toBe(2048)
  })

  it('clamps times before 1970 and after 2242', () => {
    const timeOf = (seconds: number) =>
      new TextDecoder().decode(tarHeader(entry({ mtime: { seconds, nanoseconds: 5 } })).subarray(136, 147))

    expect([-1, 8 ** 11].map(timeOf)).toEqual(['00000000000', '77777777777'])
  })
})

it('UNFINISHED_HEADER promises records, and has the checksum of a header', () => {
  const sum = UNFINISHED_HEADER.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0)

  expect(String.fromCharCode(UNFINISHED_HEADER[156] ?? 0)).toBe('x')
  expect(Number.parseInt(new TextDecoder().decode(UNFINISHED_HEADER.subarray(148, 154)), 8)).toBe(sum)
})
