import { constants, gunzipSync } from 'node:zlib'
import { unpackTar } from 'modern-tar'
import { describe, expect, it } from 'vitest'
import { type CID, parseCid } from '../../../src/codec/cid/cid.ts'
import { encodeDagPb } from '../../../src/codec/dag-pb/dag-pb.ts'
import { encodeUnixfs } from '../../../src/codec/dag-pb/encode-unixfs.ts'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import type { SourceEntry } from '../../../src/ports/file-source.ts'
import { gzipStream } from '../../../src/unixfs/tar/gzip.ts'
import { tarArchive } from '../../../src/unixfs/tar/tar.ts'
import { randomBytes } from '../../requests/random-bytes.ts'
import { added, file, gathered, symlink } from './added.ts'
import { stored } from './stored.ts'

const mtimeMs = 1_600_000_000_000

async function unpacked(entries: SourceEntry[], name: string) {
  const { blockstore, root } = await added(entries)
  const bytes = await gathered(tarArchive(blockstore, parseCid(root), name, { mtimeMs }))
  const files = await unpackTar(bytes)
  return {
    bytes,
    rows: files.map(({ header, data }) => [
      header.type,
      header.name,
      header.mode?.toString(8),
      data ? new TextDecoder().decode(data) : header.linkname,
    ]),
    headers: files.map(({ header }) => header),
  }
}

/** What comes before the error, and the error. */
async function cut(pieces: AsyncIterable<Uint8Array>) {
  const received: number[] = []
  try {
    for await (const piece of pieces) received.push(...piece)
  } catch (error) {
    return { bytes: Uint8Array.from(received), error }
  }
  throw new Error('it did not fail')
}

function directoryOf(name: string, cid: CID): Uint8Array {
  return directoryWith([[name, cid]])
}

function directoryWith(entries: readonly (readonly [name: string, cid: CID])[]): Uint8Array {
  const Links = entries.map(([Name, Hash]) => ({ Name, Hash, Tsize: 1 }))
  return encodeDagPb({ Data: encodeUnixfs({ type: 'directory' }), Links })
}

/** A shard with entries at these places, whether or not their names belong there. */
function shardWith(links: readonly (readonly [name: string, cid: CID])[]): Uint8Array {
  const Links = links.map(([Name, Hash]) => ({ Name, Hash, Tsize: 1 }))
  return encodeDagPb({
    Data: encodeUnixfs({ type: 'hamt-shard', data: Uint8Array.of(1), hashType: 0x22, fanout: 256 }),
    Links,
  })
}

describe('tarArchive()', () => {
  it('keeps the fraction of a second of a time, as an extended header', async () => {
    const times = [
      { seconds: 1234 },
      { seconds: 1234, nanoseconds: 5 },
      { seconds: 7, nanoseconds: 600_000_000 },
    ]
    const { headers } = await unpacked(
      times.map((mtime, at) => file(`d/${at}`, '1', { mtime })),
      'd',
    )

    expect(headers.slice(1).map(({ pax }) => pax?.['mtime'])).toEqual([undefined, '1234.000000005', '7.6'])
  })

  it('holds a directory, its files and its symlinks, parents first', async () => {
    const { rows, headers, bytes } = await unpacked(
      [file('d/b/c', 'see'), file('d/a', 'eh'), symlink('d/l', '../far')],
      'd',
    )

    expect(rows).toEqual([
      ['directory', 'd', '755', ''],
      ['file', 'd/a', '644', 'eh'],
      ['directory', 'd/b', '755', ''],
      ['file', 'd/b/c', '644', 'see'],
      ['symlink', 'd/l', '777', '../far'],
    ])
    expect(headers.every((header) => header.mtime?.getTime() === mtimeMs)).toBe(true)
    expect(bytes.byteLength % 512).toBe(0)
    expect(bytes.subarray(-1024).every((byte) => byte === 0)).toBe(true)
  })

  it('holds one file under the name given', async () => {
    const { rows } = await unpacked([file('x', 'hello')], 'QmSomething')

    expect(rows).toEqual([['file', 'QmSomething', '644', 'hello']])
  })

  it('keeps stored modes and times, and long and foreign names', async () => {
    const long = 'n'.repeat(200)
    const { rows, headers } = await unpacked(
      [
        file(`d/${long}`, '1', { mode: 0o600, mtime: { seconds: 5 } }),
        file('d/ünïcödé', '2'),
        symlink('d/z', 't'.repeat(300)),
      ],
      'd',
    )

    expect(rows.slice(1)).toEqual([
      ['file', `d/${long}`, '600', '1'],
      ['symlink', 'd/z', '777', 't'.repeat(300)],
      ['file', 'd/ünïcödé', '644', '2'],
    ])
    expect(headers[1]?.mtime?.getTime()).toBe(5000)
  })

  it('puts an entry whose name leads up into the directory above', async () => {
    const store = memoryBlockstore()
    const { root } = await added([file('x', 'x')], {}, store)
    const inner = await stored(store, directoryOf('../b', parseCid(root)))
    const cid = await stored(store, directoryOf('inner', inner))

    const entries = await unpackTar(await gathered(tarArchive(store, cid, 'd', { mtimeMs })))

    expect(entries.map(({ header }) => header.name)).toEqual(['d', 'd/inner', 'd/b'])
  })

  describe.each(['', '..', '.', 'a/..', 'a/b', '/a', 'a/', './a', 'a/../..', '../a/b', 'a\0b', '../a\0'])(
    'an entry called %j',
    (name) => {
      it('is refused before the first byte', async () => {
        const store = memoryBlockstore()
        const { root } = await added([file('x', 'x')], {}, store)
        const cid = await stored(store, directoryOf(name, parseCid(root)))

        const first = tarArchive(store, cid, 'd', { mtimeMs }).next()

        await expect(first).rejects.toMatchObject({ code: 'failed-precondition' })
      })

      it('cuts the archive before its directory, further down', async () => {
        const store = memoryBlockstore()
        const { root } = await added([file('x', 'x')], {}, store)
        const bad = await stored(store, directoryOf(name, parseCid(root)))
        const links = [
          { Hash: parseCid(root), Name: 'a', Tsize: 1 },
          { Hash: bad, Name: 'b', Tsize: 1 },
        ]
        const Data = encodeUnixfs({ type: 'directory' })
        const cid = await stored(store, encodeDagPb({ Data, Links: links }))

        const { bytes, error } = await cut(tarArchive(store, cid, 'd', { mtimeMs }))

        expect(error).toMatchObject({ code: 'failed-precondition' })
        await expect(unpackTar(bytes, { strict: true })).rejects.toThrow('truncated')
        expect((await unpackTar(bytes)).map(({ header }) => header.name)).toEqual(['d', 'd/a'])
      })
    },
  )

  it('refuses a name that leads out of the root or to its own directory, and a symlink to a NUL', async () => {
    const store = memoryBlockstore()
    const { root } = await added([file('x', 'x')], {}, store)
    const { root: link } = await added([symlink('l', 'a\0b')], {}, store)
    const up = await stored(store, directoryOf('../x', parseCid(root)))
    const linked = await stored(store, directoryOf('l', parseCid(link)))

    const inner = await stored(store, directoryOf('../inner', parseCid(root)))
    const onItself = await stored(store, directoryOf('inner', inner))

    for (const cid of [up, linked, onItself]) {
      const first = tarArchive(store, cid, 'd', { mtimeMs }).next()
      await expect(first).rejects.toMatchObject({ code: 'failed-precondition' })
    }
  })

  describe('a path that is there twice', () => {
    /** A symlink out of the archive, a file, and a directory with a file that would be written there. */
    async function parts() {
      const store = memoryBlockstore()
      const { root: evil } = await added([file('evil', 'evil')], {}, store)
      const { root: link } = await added([symlink('l', '/tmp')], {}, store)
      const folder = await stored(store, directoryOf('evil', parseCid(evil)))
      return { store, evil: parseCid(evil), link: parseCid(link), folder }
    }

    it.each([
      ['a symlink and a directory', ['link', 'folder']],
      ['a file and a directory', ['evil', 'folder']],
      ['a directory and a symlink', ['folder', 'link']],
      ['two files', ['evil', 'evil']],
      ['two directories', ['folder', 'folder']],
    ] as const)('is refused before the first byte: %s', async (_, [first, second]) => {
      const { store, ...cids } = await parts()
      const twice = [
        ['l', cids[first]],
        ['l', cids[second]],
      ] as const
      const cid = await stored(store, directoryWith(twice))

      const begun = tarArchive(store, cid, 'd', { mtimeMs }).next()

      await expect(begun).rejects.toMatchObject({ code: 'failed-precondition' })
    })

    it('cuts the archive before the second entry: by a name that leads up', async () => {
      const { store, evil, link, folder } = await parts()
      const up = await stored(store, directoryOf('../l', folder))
      const later = await stored(store, directoryOf('../z', folder))

      for (const [name, inner] of [
        ['l', up],
        ['z', later],
      ] as const) {
        const entries = [['a', evil] as const, ['m', inner] as const, [name, link] as const]
        const cid = await stored(store, directoryWith(entries))

        const { bytes, error } = await cut(tarArchive(store, cid, 'd', { mtimeMs }))

        expect(error).toMatchObject({ code: 'failed-precondition' })
        expect((await unpackTar(bytes)).map(({ header }) => header.name)).not.toContain('d/m')
        await expect(unpackTar(bytes, { strict: true })).rejects.toThrow('truncated')
      }
    })

    it('cuts the archive when two names that lead up meet', async () => {
      const { store, link, folder } = await parts()
      const first = await stored(store, directoryOf('../l', link))
      const second = await stored(store, directoryOf('../l', folder))
      const entries = [['m', first] as const, ['n', second] as const]
      const cid = await stored(store, directoryWith(entries))

      const { bytes, error } = await cut(tarArchive(store, cid, 'd', { mtimeMs }))

      expect(error).toMatchObject({ code: 'failed-precondition' })
      expect((await unpackTar(bytes)).map(({ header }) => header.name)).toEqual(['d', 'd/m', 'd/l'])
    })

    it('cuts the archive of a sharded directory, wherever the shards have the two', async () => {
      const { store, link, folder } = await parts()
      const child = await stored(store, shardWith([['07l', folder]]))
      const bad = await stored(store, directoryOf('../l', folder))
      const roots = [
        shardWith([
          ['00l', link],
          ['00l', folder],
        ]),
        shardWith([
          ['00l', link],
          ['01l', folder],
        ]),
        shardWith([
          ['00l', link],
          ['01', child],
        ]),
        shardWith([
          ['00l', link],
          ['01m', bad],
        ]),
      ]

      for (const root of roots) {
        const cid = await stored(store, root)
        const { bytes, error } = await cut(tarArchive(store, cid, 'd', { mtimeMs }))

        expect(error).toMatchObject({ code: 'failed-precondition' })
        expect((await unpackTar(bytes)).map(({ header }) => header.name)).toEqual(['d', 'd/l'])
        await expect(unpackTar(bytes, { strict: true })).rejects.toThrow('truncated')
      }
    })

    it('is none for equal names in different directories', async () => {
      const { store, link, folder } = await parts()
      const inner = await stored(
        store,
        directoryWith([
          ['evil', folder],
          ['l', link],
        ]),
      )
      const entries = [['evil', inner] as const, ['l', folder] as const]
      const cid = await stored(store, directoryWith(entries))

      const files = await unpackTar(await gathered(tarArchive(store, cid, 'd', { mtimeMs })))

      expect(files.map(({ header }) => header.name)).toEqual([
        ...['d', 'd/evil', 'd/evil/evil', 'd/evil/evil/evil', 'd/evil/l', 'd/l', 'd/l/evil'],
      ])
    })
  })

  it('ends after the last good file with the error of a block that is missing', async () => {
    const { blockstore, root, cids } = await added([file('d/a', '1'), file('d/b', '2')])
    await blockstore.delete(parseCid(cids['d/b'] ?? ''))

    const { bytes, error } = await cut(tarArchive(blockstore, parseCid(root), 'd', { mtimeMs }))

    expect(error).toMatchObject({
      code: 'not-found',
      message: `block was not found locally (offline): ipld: could not find ${cids['d/b']}`,
    })
    expect((await unpackTar(bytes)).map(({ header }) => header.name)).toEqual(['d', 'd/a'])
    await expect(unpackTar(bytes, { strict: true })).rejects.toThrow('truncated')
  })

  it('does not begin when the first file cannot be begun', async () => {
    const { blockstore, root, cids } = await added([file('d/a', '1'), file('d/b', '2')])
    await blockstore.delete(parseCid(cids['d/a'] ?? ''))

    const { bytes, error } = await cut(tarArchive(blockstore, parseCid(root), 'd', { mtimeMs }))

    expect(error).toMatchObject({ code: 'not-found' })
    expect(bytes.byteLength).toBe(0)
  })

  it('begins where nothing but directories is in it', async () => {
    const { rows } = await unpacked([{ kind: 'directory', path: 'd/e/f' }], 'd')

    expect(rows.map(([, name]) => name)).toEqual(['d', 'd/e', 'd/e/f'])
  })
})

describe('gzipStream()', () => {
  it('gives what came before a failure, and no trailer', async () => {
    const bytes = randomBytes(1, 30_000)
    const pieces = (async function* () {
      yield bytes
      throw new Error('lost')
    })()

    const { bytes: packed, error } = await cut(gzipStream(pieces))

    expect(error).toEqual(new Error('lost'))
    expect(() => gunzipSync(packed)).toThrow('unexpected end of file')
    const found = gunzipSync(packed, { finishFlush: constants.Z_SYNC_FLUSH })
    expect(new Uint8Array(found)).toEqual(bytes)
  })

  it.each([1, 6, 9])('makes an archive at level %i that unpacks to the same bytes', async (level) => {
    const bytes = Uint8Array.from({ length: 300_000 }, (_, at) => (at * at) & 0xff)

    const packed = await gathered(
      gzipStream(
        (async function* () {
          yield bytes.subarray(0, 200_000)
          yield bytes.subarray(200_000)
        })(),
        level,
      ),
    )

    expect(new Uint8Array(gunzipSync(packed))).toEqual(bytes)
    expect(packed.byteLength).toBeLessThan(bytes.byteLength / 2)
  })

  it.each([0, 10, 1.5])('refuses level %s', (level) => {
    expect(() => gzipStream((async function* () {})(), level)).toThrow(
      'compression level must be between 1 and 9',
    )
  })
})
