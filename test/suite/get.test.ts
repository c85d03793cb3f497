import { unpackTar } from 'modern-tar'
import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '#host'
import { addRoot } from '../requests/add.ts'
import { directory, file, symlink } from '../requests/form.ts'
import { randomBytes } from '../requests/random-bytes.ts'

const post = (path: string): Promise<Response> => send(`/api/v0/${path}`, { method: 'POST' })
const LONG = `${'long-name-'.repeat(20)}.txt`
const BYTES = randomBytes(11, 700_000)

async function gunzip(response: Response): Promise<Response> {
  const plain = new Blob([await response.arrayBuffer()]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Response(plain)
}

describe('POST /api/v0/get', () => {
  let root = ''

  beforeAll(async () => {
    root = await addRoot(
      '',
      ...[directory('d'), file('d/bytes', BYTES), file(`d/sub/${LONG}`, 'long'), directory('d/void')],
      ...[symlink('d/link', 'sub/x'), file('d/naïve ☃', 'snow')],
    )
  })

  it('answers a tar of a directory, whose entries begin with the last component asked for', async () => {
    const response = await post(`get?arg=${root}`)

    const entries = await unpackTar(new Uint8Array(await response.arrayBuffer()))

    expect(response.headers.get('Content-Type')).toBe('application/x-tar')
    expect(
      entries.map(({ header: { name, type, mode, linkname } }) => [
        name.replace(/\/$/, ''),
        type,
        mode,
        linkname ?? '',
      ]),
    ).toEqual([
      [root, 'directory', 0o755, ''],
      [`${root}/bytes`, 'file', 0o644, ''],
      [`${root}/link`, 'symlink', 0o777, 'sub/x'],
      [`${root}/naïve ☃`, 'file', 0o644, ''],
      [`${root}/sub`, 'directory', 0o755, ''],
      [`${root}/sub/${LONG}`, 'file', 0o644, ''],
      [`${root}/void`, 'directory', 0o755, ''],
    ])
    expect(entries[1]?.data).toEqual(BYTES)
  })

  it('answers a tar of one file, named by the path', async () => {
    const response = await post(`get?arg=/ipfs/${root}/bytes`)

    const entries = await unpackTar(new Uint8Array(await response.arrayBuffer()))

    expect(entries.map(({ header }) => header.name)).toEqual(['bytes'])
    expect(entries[0]?.data).toEqual(BYTES)
    expect(response.headers.get('X-Content-Length')).toBe(String(BYTES.byteLength))
  })

  it('answers the gzipped bytes of a file with compress alone, and a tar with archive too', async () => {
    const bare = await post(`get?arg=${root}/bytes&compress=true&compression-level=1`)
    const archived = await post(`get?arg=${root}&compress=true&archive=true`)

    expect(new Uint8Array(await (await gunzip(bare)).arrayBuffer())).toEqual(BYTES)
    const entries = await unpackTar(new Uint8Array(await (await gunzip(archived)).arrayBuffer()))
    expect(entries).toHaveLength(7)
    expect(bare.headers.get('Content-Type')).toBe('application/gzip')
  })

  it.each([
    ['compress=true', 'file is not regular'],
    ['compress=true&archive=true&compression-level=10', 'compression level must be between 1 and 9'],
  ])('answers 500 for a directory with "%s"', async (query, message) => {
    const response = await post(`get?arg=${root}&${query}`)

    expect([response.status, await response.json()]).toEqual([
      500,
      { Message: message, Code: 0, Type: 'error' },
    ])
  })
})
