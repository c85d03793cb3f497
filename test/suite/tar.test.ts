import { packTar, unpackTar } from 'modern-tar'
import { describe, expect, it } from 'vitest'
import { send } from '#host'
import headers from '../fixtures/tar/headers.json' with { type: 'json' }
import { addRoot } from '../requests/add.ts'
import { askCommand, callCommand, failed, hashOf, malformed, printed } from '../requests/call-command.ts'
import { file, form } from '../requests/form.ts'
import { randomBytes } from '../requests/random-bytes.ts'

const base64 = (text = '') => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
const rawHeader = (name: string) => base64(headers.find((header) => header.name === name)?.raw)
const canonicalHeader = (name: string) => headers.find((header) => header.name === name)?.canonical ?? ''

const END = new Uint8Array(1024)

/** Content padded to whole blocks. */
function padded(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(text.length / 512) * 512)
  bytes.set(new TextEncoder().encode(text))
  return bytes
}

async function joined(...pieces: readonly Uint8Array[]): Promise<Uint8Array> {
  return new Uint8Array(await new Blob(pieces.map((piece) => piece.slice())).arrayBuffer())
}

/** A folder, a file and a symlink, as GNU tar writes them. */
const gnuArchive = () =>
  joined(
    rawHeader('gnu foo/'),
    rawHeader('gnu foo/a'),
    padded('hello a\n'),
    rawHeader('gnu foo/bar/link'),
    END,
  )

async function cat(cid: string): Promise<Uint8Array> {
  const response = await send(`/api/v0/tar/cat?arg=${cid}`, { method: 'POST' })
  if (response.status !== 200) throw new Error(await response.text())
  return new Uint8Array(await response.arrayBuffer())
}

async function added(content: Uint8Array): Promise<string> {
  return hashOf('tar/add', { content })
}

/** What is wrong with an archive that is refused. */
async function refusal(content: Uint8Array): Promise<unknown> {
  const { status, text } = await callCommand('tar/add', { content })
  return [status, JSON.parse(text).Message]
}

describe('POST /api/v0/tar/add', () => {
  it('answers with the name of the file and the root', async () => {
    const content = await gnuArchive()
    const Hash = await added(content)
    const response = await send('/api/v0/tar/add', form(file('files.tar', content)))

    expect(await response.text()).toBe(`{"Name":"files.tar","Hash":"${Hash}"}\n`)
    expect(await callCommand('tar/add', { content, query: 'encoding=text' })).toEqual(printed(`${Hash}\n`))
    expect((await callCommand('tar/add', { content, query: 'encoding=text&cid-base=base32' })).text).toMatch(
      /^bafybei/,
    )
  })

  it('makes a node of each entry: its header, its content, and what is below it', async () => {
    const hello = await addRoot('', file('', 'hello a\n'))
    const put = (name: string, Links: readonly object[]) =>
      hashOf('object/put', {
        query: 'datafieldenc=base64',
        content: JSON.stringify({ Data: canonicalHeader(name), Links }),
      })
    const link = async (Name: string, Hash: string) => {
      const { CumulativeSize } = await askCommand<{ CumulativeSize: number }>('object/stat', { args: [Hash] })
      return { Name, Hash, Size: CumulativeSize }
    }
    const symlink = await put('gnu foo/bar/link', [])
    const bar = await hashOf('object/put', {
      content: JSON.stringify({ Links: [await link('-link', symlink)] }),
    })
    const leaf = await put('gnu foo/a', [await link('data', hello)])
    const foo = await put('gnu foo/', [await link('-a', leaf), await link('-bar', bar)])
    const root = await hashOf('object/put', {
      content: JSON.stringify({ Data: 'ipfs/tar', Links: [await link('-foo', foo)] }),
    })

    expect(await added(await gnuArchive())).toBe(root)
  })

  it('cuts content as the rabin chunker does', async () => {
    const data = randomBytes(71, 500_000)
    const root = await added(await packTar([{ header: { name: 'big', size: data.byteLength }, body: data }]))
    const { Links } = await askCommand<{ Links: { Hash: string }[] }>('object/get', {
      args: [`${root}/-big`],
    })

    expect(Links[0]?.Hash).toBe(await addRoot('chunker=rabin', file('', data)))
  })

  it('imports a directory whose header follows its entries, and the last of equal entries', async () => {
    const entries = [
      { header: { name: 'd/a', size: 1 }, body: '1' },
      { header: { name: 'd/', type: 'directory' as const, size: 0 } },
      { header: { name: 'd/a', size: 1 }, body: '2' },
    ]
    const unpacked = await unpackTar(await cat(await added(await packTar(entries))))

    expect(unpacked.map(({ header, data }) => [header.name, new TextDecoder().decode(data)])).toEqual([
      ['d/', ''],
      ['d/a', '2'],
    ])
  })

  it('imports an empty archive', async () => {
    const root = await added(END)

    expect(await cat(root)).toEqual(END)
    expect(await added(new Uint8Array(0))).toBe(root)
  })

  it('refuses what is no archive, and what is cut', async () => {
    const archive = await gnuArchive()
    const broken = archive.slice()
    broken[600] = 0x41

    expect(await refusal(new TextEncoder().encode('x'.repeat(2000)))).toEqual([
      500,
      'archive/tar: invalid tar header',
    ])
    expect(await refusal(broken)).toEqual([500, 'archive/tar: invalid tar header'])
    expect(await refusal(archive.subarray(0, 700))).toEqual([500, 'unexpected EOF'])
    expect(await refusal(archive.subarray(0, 1026))).toEqual([500, 'unexpected EOF'])
    expect(await callCommand('tar/add')).toEqual(malformed("file argument 'file' is required"))
    const folder = {
      ...file('d', ''),
      headers: { ...file('d', '').headers, 'Content-Type': 'application/x-directory' },
    }
    expect((await send('/api/v0/tar/add', form(folder))).status).toBe(500)
  })

  it('refuses sparse files, entries below a file, and paths without end', async () => {
    const sparse = rawHeader('gnu foo/a')
    sparse[156] = 'S'.charCodeAt(0)
    sparse.set(new TextEncoder().encode(checksum(sparse)), 148)
    const below = [
      { header: { name: 'a', size: 1 }, body: '1' },
      { header: { name: 'a/b', size: 1 }, body: '1' },
    ]
    const deep = [{ header: { name: 'a/'.repeat(2000), size: 0 } }]
    const slashes = [{ header: { name: 'a', size: 0, pax: { path: `a${'/'.repeat(1_000_000)}b` } } }]

    expect(await refusal(sparse)).toEqual([500, 'Cannot read tar: sparse files are not supported'])
    expect(await refusal(await packTar(below))).toEqual([500, 'Cannot add tar: an entry is below a file'])
    expect(await refusal(await packTar(below.toReversed()))).toEqual([
      500,
      'Cannot add tar: an entry is below a file',
    ])
    for (const long of [deep, slashes]) {
      expect(await refusal(await packTar(long))).toEqual([500, 'Cannot add tar: a path has over 1024 names'])
    }
  })
})

describe('POST /api/v0/tar/cat', () => {
  it('gives the archive again', async () => {
    const archive = await cat(await added(await gnuArchive()))

    expect(archive).toEqual(
      await joined(
        base64(canonicalHeader('gnu foo/')),
        base64(canonicalHeader('gnu foo/a')),
        padded('hello a\n'),
        base64(canonicalHeader('gnu foo/bar/link')),
        END,
      ),
    )
    expect(await added(archive)).toBe(await added(await gnuArchive()))
  })

  it('keeps names of any length and in any script', async () => {
    const names = [`${'long/'.repeat(60)}name`, 'żółć/日本', 'plain']
    const entries = names.map((name) => ({
      header: { name, size: name.length },
      body: 'x'.repeat(name.length),
    }))
    const root = await added(await packTar(entries))
    const unpacked = await unpackTar(await cat(root), { strict: true })

    expect(unpacked.map(({ header, data }) => [header.name, data?.byteLength]).toSorted()).toEqual(
      names.map((name) => [name, name.length]).toSorted(),
    )
    expect(await added(await cat(root))).toBe(root)
  })

  it('refuses other nodes', async () => {
    expect(await callCommand('tar/cat')).toEqual(malformed('argument "path" is required'))
    expect(await callCommand('tar/cat', { args: [await hashOf('object/new')] })).toEqual(
      failed('not an IPFS tarchive'),
    )
    expect(await callCommand('tar/cat', { args: ['bafkqaaa'] })).toEqual(failed('expected protobuf dag node'))
    expect((await callCommand('tar/cat', { args: ['x'.repeat(10_000)] })).status).toBe(500)
  })

  it('says before it begins that the first entry is not here, and breaks off at a later one', async () => {
    const absent = { Hash: 'QmPc73aWK9dgFBXe86P4PvQizHo9e5Qt7n7DAMXWuigFu2', Size: 1 }
    const root = (Links: readonly object[]) =>
      hashOf('object/put', { content: JSON.stringify({ Data: 'ipfs/tar', Links }) })
    const here = await hashOf('object/put', {
      query: 'datafieldenc=base64',
      content: JSON.stringify({ Data: canonicalHeader('gnu foo/') }),
    })

    const bare = await callCommand('tar/cat', { args: [await root([{ Name: '-a', ...absent }])] })
    const links = [
      { Name: '-a', Hash: here, Size: 514 },
      { Name: '-b', ...absent },
    ]
    const response = await send(`/api/v0/tar/cat?arg=${await root(links)}`, { method: 'POST' })
    const received = await response.arrayBuffer().catch(() => new ArrayBuffer(0))

    expect([bare.status, bare.text]).toEqual([500, expect.stringContaining('could not find')])
    expect(response.status).toBe(200)
    await expect(
      unpackTar(new Uint8Array(received), { strict: true }).then(
        (entries) => entries.length > 0 && received.byteLength > 0,
      ),
    ).rejects.toThrow()
  })
})

function checksum(header: Uint8Array): string {
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0)
  return `${sum.toString(8).padStart(6, '0')}\0 `
}
