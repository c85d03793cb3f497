import { gunzipSync } from 'node:zlib'
import { unpackTar } from 'modern-tar'
import { describe, expect, it } from 'vitest'
import { type CID, parseCid } from '../../../src/codec/cid.ts'
import { encodeDagPb } from '../../../src/codec/dag-pb.ts'
import { encodeUnixfs } from '../../../src/codec/encode-unixfs.ts'
import { gzipStream } from '../../../src/content/gzip.ts'
import { tarArchive } from '../../../src/content/tar.ts'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import type { SourceEntry } from '../../../src/ports/file-source.ts'
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

function directoryOf(name: string, cid: CID): Uint8Array {
  return encodeDagPb({
    Data: encodeUnixfs({ type: 'directory' }),
    Links: [{ Hash: cid, Name: name, Tsize: 1 }],
  })
}

describe('tarArchive()', () => {
  it('holds a directory, its files and its symlinks, parents first', async () => {
    const { rows, headers, bytes } = await unpacked(
      [file('d/b/c', 'see'), file('d/a', 'eh'), symlink('d/l', '../far')],
      'd',
    )

    expect(rows).toEqual([
      ['directory', 'd', '777', ''],
      ['file', 'd/a', '644', 'eh'],
      ['directory', 'd/b', '777', ''],
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

  it('reads no more ahead of a reader that waits than its bound', async () => {
    const inner = memoryBlockstore()
    const big = Uint8Array.from({ length: 40 * 262_144 }, (_, at) => (at >>> 18) & 0xff)
    const { root } = await added([file('big', big)], { cidVersion: 1 }, inner)
    let reads = 0
    const blocks = {
      get: (...args: Parameters<typeof inner.get>) => {
        reads += 1
        return inner.get(...args)
      },
    }

    const archive = tarArchive(blocks, parseCid(root), 'big', { mtimeMs })
    await archive.next()
    for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    const readsWhileWaiting = reads
    await archive.return(undefined)

    expect(readsWhileWaiting).toBeGreaterThan(2)
    expect(readsWhileWaiting).toBeLessThan(41)
  })

  it('cleans the path of an entry whose name leads elsewhere inside the root', async () => {
    const store = memoryBlockstore()
    const { root } = await added([file('x', 'x')], {}, store)
    const inner = await stored(store, directoryOf('../a/./b', parseCid(root)))
    const cid = await stored(store, directoryOf('inner', inner))

    const entries = await unpackTar(await gathered(tarArchive(store, cid, 'd', { mtimeMs })))

    expect(entries.map(({ header }) => header.name)).toEqual(['d', 'd/inner', 'd/a/b'])
  })

  it.each(['', '..', '.', '../x', 'a/../..', 'a/../../d/x', 'a\0b'])(
    'refuses an entry called %j',
    async (name) => {
      const store = memoryBlockstore()
      const { root } = await added([file('x', 'x')], {}, store)
      const cid = await stored(store, directoryOf(name, parseCid(root)))

      const first = tarArchive(store, cid, 'd', { mtimeMs }).next()

      await expect(first).rejects.toMatchObject({ code: 'failed-precondition' })
    },
  )

  it('ends with the error of a block that is missing', async () => {
    const { blockstore, root, cids } = await added([file('d/a', '1'), file('d/b', '2')])
    await blockstore.delete(parseCid(cids['d/b'] ?? ''))

    await expect(gathered(tarArchive(blockstore, parseCid(root), 'd', { mtimeMs }))).rejects.toMatchObject({
      code: 'not-found',
      message: `ipld: could not find ${cids['d/b']}`,
    })
  })
})

describe('gzipStream()', () => {
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
