import { describe, expect, it } from 'vitest'
import { send } from '#host'
import { file, form } from '../requests/form.ts'
import { randomBytes } from '../requests/random-bytes.ts'

const MIB = 1024 * 1024

const put = (query: string, ...contents: readonly (string | Uint8Array)[]) =>
  send(`/api/v0/block/put${query}`, form(...contents.map((content) => file('data', content))))

describe('POST /api/v0/block/put', () => {
  it('answers one line a part with the CIDv0 and the size', async () => {
    const response = await put('', 'Hello Mars!\n', 'Hello Venus!\n')

    expect(response.status).toBe(200)
    expect(response.headers.get('X-Chunked-Output')).toBe('1')
    expect(await response.text()).toBe(
      '{"Key":"QmRKqGMAM6EZngbpjSqrvYzq5Qd8b1bSWymjSUY9zQSNDk","Size":12}\n' +
        '{"Key":"QmdnpnsaEj69isdw5sNzp3h3HkaDz7xKq7BmvFFBzNr5e7","Size":13}\n',
    )
  })

  it.each([
    ['?format=raw&mhtype=sha3&mhlen=20', 'bafkrifctrq4xazzixy2v4ezymjcvzpskqdwlxra'],
    ['?mhtype=sha3&mhlen=20', 'bafybifctrq4xazzixy2v4ezymjcvzpskqdwlxra'],
    ['?format=protobuf&mhtype=sha3&mhlen=20', 'bafybifctrq4xazzixy2v4ezymjcvzpskqdwlxra'],
    ['?format=dag-pb&mhtype=sha3&mhlen=20', 'bafybifctrq4xazzixy2v4ezymjcvzpskqdwlxra'],
    ['?cid-codec=dag-pb&mhtype=sha3&mhlen=20', 'bafybifctrq4xazzixy2v4ezymjcvzpskqdwlxra'],
    ['?cid-codec=&mhtype=sha3&mhlen=20', 'bafkrifctrq4xazzixy2v4ezymjcvzpskqdwlxra'],
    ['?cid-codec=0x55&mhtype=sha3&mhlen=20', 'bafkrifctrq4xazzixy2v4ezymjcvzpskqdwlxra'],
    ['?f=raw&mhtype=sha3&mhlen=20', 'bafkrifctrq4xazzixy2v4ezymjcvzpskqdwlxra'],
    [
      '?cid-codec=raw&mhtype=blake3&mhlen=64',
      'bafkr4qggzs6in23o5ntr6prvblbc2oe6e2d66itrmi5qljsoordftoglhc7h2ps6kvt4iwqr44senq2nqh5z3bpcctmiawughlsjw46jwwpyi',
    ],
    ['?cid-codec=raw&mhtype=blake3&mhlen=20', 'bafkr4fggzs6in23o5ntr6prvblbc2oe6e2d66iq'],
    ['?format=raw&mhtype=', 'bafkreigxllw5tzg7i244q6mbtruxhrzd46i7y6aqmi4llziwx6ouez226q'],
  ])('names "foooo" as %s asks', async (query, key) => {
    const response = await put(query, 'foooo\n')

    expect(await response.json()).toEqual({ Key: key, Size: 6 })
  })

  it.each([
    ['v0', 'QmZjTnYw2TFhn9Nn7tjmPSoTBoY7YRkwPzwSrSbabY24Kp'],
    ['protobuf', 'bafybeifjjcie6lypi6ny7amxnfftagclbuxndqonfipmb64f2km2devei4'],
    ['dag-pb', 'bafybeifjjcie6lypi6ny7amxnfftagclbuxndqonfipmb64f2km2devei4'],
    ['cbor', 'bafyreifjjcie6lypi6ny7amxnfftagclbuxndqonfipmb64f2km2devei4'],
    ['raw', 'bafkreifjjcie6lypi6ny7amxnfftagclbuxndqonfipmb64f2km2devei4'],
  ])('takes format %s beside the cid-codec=raw that Go clients always send', async (format, key) => {
    const response = await put(`?cid-codec=raw&format=${format}&mhtype=sha2-256&mhlen=-1`, 'hello world\n')

    expect(await response.json()).toEqual({ Key: key, Size: 12 })
  })

  it('reads cbor as dag-cbor by the old name, and as cbor by the name of the table', async () => {
    const old = await put('?format=cbor', new Uint8Array([0xa0]))
    const table = await put('?cid-codec=cbor', new Uint8Array([0xa0]))

    expect(await old.json()).toMatchObject({ Key: expect.stringMatching(/^bafyrei/) })
    expect(await table.json()).toMatchObject({ Key: expect.stringMatching(/^bafirei/) })
  })

  it('reads protobuf as dag-pb by the old name, and as Protocol Buffers by the name of the table', async () => {
    const table = await put('?cid-codec=protobuf', 'hello world\n')

    expect(await table.json()).toEqual({
      Key: 'bafibeifjjcie6lypi6ny7amxnfftagclbuxndqonfipmb64f2km2devei4',
      Size: 12,
    })
  })

  it.each([
    ['?format=v0&mhtype=sha2-512', 'only sha2-255-32 is allowed with CIDv0'],
    ['?format=v0&mhlen=20', 'only sha2-255-32 is allowed with CIDv0'],
    ['?format=nonsense', 'unrecognized format: nonsense'],
    ['?format=toString', 'unrecognized format: toString'],
    ['?cid-codec=nonsense', 'unknown multicodec: "nonsense"'],
    [
      '?cid-codec=dag-cbor&format=raw',
      'unable to use "format" (deprecated) and a custom "cid-codec" at the same time',
    ],
    ['?mhtype=nonsense', 'unrecognized multihash function: nonsense'],
    ['?mhlen=19', 'hashes must be at 20 least bytes long'],
    ['?mhlen=33', 'invalid cid: requested length was too large for digest'],
    ['?format=raw&mhtype=shake-128', 'potentially insecure hash functions not allowed'],
  ])('answers 500 for %s', async (query, message) => {
    const response = await put(query, 'refused')

    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({ Message: message, Code: 0, Type: 'error' })
  })

  it('answers 400 in plain text when there is no part', async () => {
    const response = await send('/api/v0/block/put', { method: 'POST' })

    expect(response.status).toBe(400)
    expect(await response.text()).toContain("file argument 'data' is required")
  })

  it('answers the CIDs of the good parts, and the error last', async () => {
    const response = await put('', 'a good part', randomBytes(1, 2 * MIB + 1))
    const lines = (await response.text()).trimEnd().split('\n')

    expect(response.status).toBe(200)
    expect(lines).toHaveLength(2)
    expect(JSON.parse(lines[1] ?? '')).toEqual({
      Message:
        "produced block is over 2MiB: big blocks can't be exchanged with other peers. consider using UnixFS " +
        'for automatic chunking of bigger files, or pass --allow-big-block to override',
      Code: 0,
      Type: 'error',
    })
  })

  it('stores 2 MiB, and more where that is allowed', async () => {
    const whole = await put('', randomBytes(2, 2 * MIB))
    const big = await put('?allow-big-block=true', randomBytes(3, 2 * MIB + 1))

    expect(await whole.json()).toMatchObject({ Size: 2 * MIB })
    expect(await big.json()).toMatchObject({ Size: 2 * MIB + 1 })
  })

  it('keeps the bytes of an identity CID in the CID alone', async () => {
    const response = await put('?format=raw&mhtype=identity', 'inline, put')
    const { Key } = (await response.json()) as { Key: string }

    const read = await send(`/api/v0/block/get?arg=${Key}`, { method: 'POST' })
    const removed = await send(`/api/v0/block/rm?arg=${Key}`, { method: 'POST' })

    expect(await read.text()).toBe('inline, put')
    expect(await removed.json()).toEqual({ Hash: Key })
  })

  it('refuses an identity CID over 128 bytes', async () => {
    const response = await put('?format=raw&mhtype=identity', new Uint8Array(129))

    expect(await response.json()).toMatchObject({ Message: 'hashes must be at most 128 bytes long' })
  })

  it('pins what it is asked to pin', async () => {
    const response = await put('?pin=true&format=raw', 'pinned by block/put')
    const { Key } = (await response.json()) as { Key: string }

    const listed = await send(`/api/v0/pin/ls?arg=${Key}`, { method: 'POST' })
    expect(await listed.json()).toMatchObject({ Keys: { [Key]: { Type: 'recursive' } } })
  })

  it.each([
    ['cid-codec=dag-pb', 'not dag-pb', 'protobuf: (PBNode) invalid wireType, expected 2, got 6'],
    ['cid-codec=dag-cbor', 'not dag-cbor', 'unexpected EOF'],
    ['cid-codec=eth-block', 'any block', 'no decoder registered for multicodec code 144 (0x90)'],
  ])('stores nothing that it cannot pin, by %s', async (query, content, reason) => {
    const { Key } = (await (await put(`?${query}`, content)).json()) as { Key: string }
    await send(`/api/v0/block/rm?arg=${Key}`, { method: 'POST' })

    const response = await put(`?pin=true&${query}`, content)

    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({
      Message: expect.stringContaining(`Cannot store block "${Key}" with a pin: ${reason}`),
    })
    const held = await send(`/api/v0/block/stat?arg=${Key}&offline=true`, { method: 'POST' })
    expect(await held.json()).toMatchObject({ Message: expect.stringContaining('could not find') })
  })

  it('writes CIDs alone for encoding=text', async () => {
    const response = await put('?encoding=text', 'Hello Mars!\n')

    expect(response.headers.get('Content-Type')).toMatch(/^text\/plain/)
    expect(await response.text()).toBe('QmRKqGMAM6EZngbpjSqrvYzq5Qd8b1bSWymjSUY9zQSNDk\n')
  })
})
