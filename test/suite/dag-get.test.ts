import { describe, expect, it } from 'vitest'
import { send } from '#host'
import vectors from '../fixtures/dag/vectors.json' with { type: 'json' }
import { addRoot } from '../requests/add.ts'
import { dagGet, dagPut, post } from '../requests/dag.ts'
import { file } from '../requests/form.ts'
import { fromHex, toHex } from '../requests/hex.ts'

const gets = vectors.cases.filter(({ op }) => op === 'get' || op === 'cat')

/** The object of the public set and the three files it links to. */
async function object(): Promise<string> {
  await Promise.all(['foo\n', 'bar\n', 'baz\n'].map((content) => addRoot('', file('', content))))
  const put = vectors.cases.find(({ name }) => name === 'object with links, JSON to CBOR')
  const [cid = ''] = await dagPut('store-codec=dag-cbor', put?.input?.text ?? '')
  return cid
}

describe('POST /api/v0/dag/get', () => {
  it.each(gets.map((one) => [one.name, one] as const))(
    'answers as the public set says: %s',
    async (_, one) => {
      const root = await object()

      const path = `${root}/${one.path}`
      const printed = one.op === 'get' ? await dagGet(path) : await (await post(`cat?arg=${path}`)).text()

      expect(root).toBe(one.cid)
      expect(printed).toBe(one.expect?.dagJson ?? one.expect?.text)
    },
  )

  it('prints dag-json, with keys sorted by their bytes and no line break', async () => {
    const [cid = ''] = await dagPut(
      '',
      '{ "b": [1, 2.5, -0.0, null], "aa": {"/": {"bytes": "AAE"}}, "__proto__": 1 }',
    )

    expect(await dagGet(cid)).toBe('{"__proto__":1,"aa":{"/":{"bytes":"AAE"}},"b":[1,2.5,-0.0,null]}')
  })

  it('prints a null inside a node, in which no name is found', async () => {
    const [cid = ''] = await dagPut('store-codec=dag-cbor', '{"a":{"n":null},"list":[null]}')

    expect(await dagGet(`${cid}/a/n`)).toBe('null')
    expect(await dagGet(`${cid}/list/0`)).toBe('null')
    expect(await (await post(`dag/resolve?arg=${cid}/a/n`)).json()).toEqual({
      Cid: { '/': cid },
      RemPath: 'a/n',
    })
    expect((await post(`dag/get?arg=${cid}/a/n/x`)).status).toBe(500)
    expect((await send(`/ipfs/${cid}/a/n`)).status).toBe(501)
  })

  it('prints floats as floats and integers exactly', async () => {
    const [cid = ''] = await dagPut('', '[1.0,1,1e21,0.1]')
    const limits = fromHex('821bffffffffffffffff3bffffffffffffffff')
    const [wide = ''] = await dagPut('store-codec=dag-cbor&input-codec=dag-cbor', limits)

    expect(await dagGet(cid)).toBe('[1.0,1,1e+21,0.1]')
    expect(await dagGet(wide)).toBe('[18446744073709551615,-18446744073709551616]')
  })

  it('declares its length', async () => {
    const [cid = ''] = await dagPut('', '"abc"')

    const response = await post(`dag/get?arg=${cid}`)

    expect(response.headers.get('Content-Type')).toBe('text/plain')
    expect(response.headers.get('X-Content-Length')).toBe('5')
  })

  it.each([
    ['dag-json', toHex(new TextEncoder().encode('{"Data":{"/":{"bytes":"CAISBGZvbwoYBA"}},"Links":[]}'))],
    ['dag-cbor', 'a264446174614a08021204666f6f0a1804654c696e6b7380'],
    ['dag-pb', '0a0a08021204666f6f0a1804'],
  ])('prints a file node in %s', async (codec, hex) => {
    const root = await addRoot('', file('', 'foo\n'))

    const response = await post(`dag/get?arg=${root}&output-codec=${codec}`)

    expect(toHex(new Uint8Array(await response.arrayBuffer()))).toBe(hex)
  })

  it('prints json indented, in the order of the node', async () => {
    const [cid = ''] = await dagPut('', '{"b":1,"aa":{"x":[],"z":[{}]}}')

    expect(await dagGet(cid, 'output-codec=json')).toBe(
      '{\n\t"b": 1,\n\t"aa": {\n\t\t"x": [],\n\t\t"z": [\n\t\t\t{}\n\t\t]\n\t}\n}\n',
    )
  })

  it('resolves the fields of a dag-pb node, by their old names too', async () => {
    const content = new Uint8Array(300_000)
    const root = await addRoot('chunker=size-200000', file('', content))

    expect(await dagGet(`${root}/Links/1/Tsize`)).toBe('100014')
    expect(await dagGet(`${root}/links/1/Size`)).toBe('100014')
    expect(await dagGet(`${root}/Links/0/Hash/Links`)).toBe('[]')
    expect(await dagGet(`${root}/links/0/Cid`)).toContain('{"Data":{"/":{"bytes":"')
    expect(await dagGet(`${root}/Links/0/Name`)).toBe('""')
  })

  it('resolves names in a directory', async () => {
    const root = await addRoot('', file('d/Links', 'shadowed'), file('d/b/c', 'inside'))

    expect(await dagGet(`${root}/b/c`)).toContain('"Links":[]')
    expect(await dagGet(`${root}/Links/Data`)).toMatch(/^\{"\/":\{"bytes":/)
  })

  it('prints a raw block as bytes, or as it is', async () => {
    const [raw = ''] = await dagPut('store-codec=raw&input-codec=raw', 'raw bytes')

    expect(await dagGet(raw)).toBe('{"/":{"bytes":"cmF3IGJ5dGVz"}}')
    expect(await dagGet(raw, 'output-codec=raw')).toBe('raw bytes')
  })

  it('says that it has no decoder for a codec', async () => {
    const response = await post('dag/get?arg=bagmzsaiaaeaq')

    expect(await response.json()).toMatchObject({
      Message: expect.stringMatching(
        /^could not choose a decoder: no decoder registered for multicodec code /,
      ),
    })
  })

  it('resolves dag-json and keys that look like numbers', async () => {
    const [inner = ''] = await dagPut('store-codec=dag-json', '{"10":["x"],"9":"nine"}')
    const [outer = ''] = await dagPut('store-codec=dag-json', `{"to":{"/":"${inner}"}}`)

    expect(await dagGet(`/ipfs/${outer}/to/10/0`)).toBe('"x"')
    expect(await dagGet(`/ipld/${outer}/to/9`)).toBe('"nine"')
  })

  it.each([
    ['/missing', 'no link named "missing" under'],
    ['/list/2', 'no link named "2" under'],
    ['/list/-1', 'no link named "-1" under'],
    ['/list/00', 'no link named "00" under'],
    ['/list/length', 'no link named "length" under'],
    ['/constructor', 'no link named "constructor" under'],
    ['/text/0', 'no link named "0" under'],
  ])('says what is not there: %s', async (path, message) => {
    const [cid = ''] = await dagPut('', '{"list":[1,2],"text":"abc"}')

    const response = await post(`dag/get?arg=${cid}${path}`)

    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({ Message: `${message} ${cid}`, Code: 0, Type: 'error' })
  })

  it.each([
    ['output-codec=nonsense', 'unknown multicodec: "nonsense"'],
    [
      'output-codec=torrent-info',
      'invalid encoding: torrent-info - no encoder registered for multicodec code 123 (0x7b)',
    ],
    [
      'output-codec=raw',
      'func called on wrong kind: "AsBytes" called on a map node (kind: map), but only makes sense on bytes',
    ],
  ])('answers 500 for %s', async (query, message) => {
    const [cid = ''] = await dagPut('', '{}')

    const response = await post(`dag/get?arg=${cid}&${query}`)

    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({ Message: message, Code: 0, Type: 'error' })
  })

  it.each([
    ['cat?arg=bafksebhh7d53e', 'potentially insecure hash functions not allowed'],
    ['get?arg=bafkreez3itiri7ghbbf6lzej7paxyxy2qznpw', 'hashes must be at 20 least bytes long'],
    ['dag/get?arg=bafksebhh7d53e', 'potentially insecure hash functions not allowed'],
  ])('reads nothing under a weak hash: %s', async (call, message) => {
    const response = await post(call)

    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({ Message: message, Code: 0, Type: 'error' })
  })
})
