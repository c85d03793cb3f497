import { describe, expect, it } from 'vitest'
import { send } from '#host'
import vectors from '../fixtures/dag/vectors.json' with { type: 'json' }
import { addRoot } from '../requests/add.ts'
import { blockBytes, dagPut, post } from '../requests/dag.ts'
import { file, form } from '../requests/form.ts'
import { fromHex, toHex } from '../requests/hex.ts'
import { sampleOnHosts } from '../requests/sample-on-hosts.ts'

/** Of so many inputs that the core judges the other hosts get one. */
const EVERY = 4

const EMPTY_NODE = 'QmdfTbBqBPQ7VNxZEYEj14VmRuZBkqFbiwReogJgS1zR1n'

const puts = vectors.cases.filter(({ op }) => op === 'put')

const wrongKind = (method: string, kind: string, needed: string) =>
  `func called on wrong kind: "${method}" called on a ${kind} node (kind: ${kind}), but only makes sense on ${needed}`
const outOfRange = (digits: string) => `strconv.ParseInt: parsing "${digits}": value out of range`

describe('POST /api/v0/dag/put', () => {
  it.each(sampleOnHosts(puts, EVERY).map((one) => [one.name, one] as const))(
    'stores as the public set says: %s',
    async (_, one) => {
      const { input, storeCodec, inputCodec, expect: expected } = one
      const content = input?.text ?? (input?.hex ? fromHex(input.hex) : await nonCanonical())

      const [cid] = await dagPut(`store-codec=${storeCodec}&input-codec=${inputCodec}`, content)

      expect(cid).toBe(expected?.cid)
      if (expected?.blockHex) expect(toHex(await blockBytes(cid ?? ''))).toBe(expected.blockHex)
    },
  )

  it.each(
    sampleOnHosts(
      [
        ['{"a":1}', '{\n\t"a": 1\n}\n', 'bagaaierabbiwhtagthggxneonlnno6lrtmy2zmnikifjfoncua42semvrm3a'],
        [
          '{"b":1,"a":{"z":[],"y":{}}}',
          '{\n\t"b": 1,\n\t"a": {\n\t\t"z": [],\n\t\t"y": {}\n\t}\n}\n',
          'bagaaierastlab2egbpzkksuli4dw7vcb7kuypbsjuw5i7twg2lkniyluteta',
        ],
        ['[]', '[]\n', 'bagaaierag5ix4xz5yzubt5q7lj53rlhbsijieqk7cbkr2lppuxb6wcmfwvya'],
        [
          '[1,[2,[]]]',
          '[\n\t1,\n\t[\n\t\t2,\n\t\t[]\n\t]\n]\n',
          'bagaaierak2onzmswncvdc55ozs5wfayf3l7em46uum6q6orgsauubj6romla',
        ],
        [
          '"x<&>\\u2028é\\u0001/\\b"',
          '"x<&>\\u2028é\\u0001/\\u0008"',
          'bagaaierabbk5vclpdbuuqcryij44bguacj5dgejjv275uernlch4eirvo6ja',
        ],
        ['1.0', '1', 'bagaaieranodle477gt6odhllqbhp6wr7k5d23jhkuixr2soadzjn3n4hlnfq'],
        ['-0.0', '-0', 'bagaaiera5v47e3id6qjl3y63ebtadjuy4c5ukg7kty6meuujmnvmc7vhjmfa'],
        ['1e30', '1e+30', 'bagaaieraoqjnss67gcw7u4iibycxdbpbvdpinyxjtkbvbmar36fmihwvu3rq'],
        ['null', 'null', 'bagaaieraoqru5gfp45ey7no26hzwvqwxrlgdhfde7fihao4magmjf6mcxefq'],
      ],
      EVERY,
    ),
  )('stores %s as json in the form of the reference', async (content, stored, expected) => {
    const [cid = ''] = await dagPut('store-codec=json&input-codec=json', content)

    expect(new TextDecoder().decode(await blockBytes(cid))).toBe(stored)
    expect(cid).toBe(expected)
  })

  it('refuses json whose indentation would be many times its length', async () => {
    const deep = `${'['.repeat(500)}${'1,'.repeat(100_000)}1${']'.repeat(500)}`
    const response = await send('/api/v0/dag/put?store-codec=json&input-codec=json', form(file('', deep)))

    expect(await response.json()).toMatchObject({ Message: 'Cannot write json: over 16777216 characters' })
  })

  it.each(
    sampleOnHosts(
      [
        ['', '{"foo":"bar"}', 'bafyreiblaotetvwobe7cu2uqvnddr6ew2q3cu75qsoweulzku2egca4dxq'],
        ['format=dag-cbor', '{"foo":"baz"}', 'bafyreibqp7zvp6dvrqhtkbwuzzk7jhtmfmngtiqjajqpm6gtw55o7kqzfi'],
        ['f=cbor&input-enc=json', '"Hello"', 'bafyreicnga62zhxnmnlt6ymq5hcbsg7gdhqdu6z4ehu3wpjhvqnflfy6nm'],
        ['', '{"data":123}', 'bafyreifwqmfi3n2yiifk5dzft3pr364om75tmlyh6cqsqp7f7f5q3zpey4'],
        ['', '{"data":123.0}', 'bafyreifxfe3aa4tlb5imilqfbezyuhcaiyc26ukc54a56km3fz7cz6h664'],
        [
          'input-enc=cbor',
          fromHex('a16464617461187b'),
          'bafyreifwqmfi3n2yiifk5dzft3pr364om75tmlyh6cqsqp7f7f5q3zpey4',
        ],
        [
          'input-enc=raw',
          fromHex('a16464617461187b'),
          'bafyreifwqmfi3n2yiifk5dzft3pr364om75tmlyh6cqsqp7f7f5q3zpey4',
        ],
        ['format=protobuf', '{"hello":"world"}', EMPTY_NODE],
        ['format=dag-pb', '[1,2]', EMPTY_NODE],
        [
          'format=dag-pb',
          '{"data":"CAISBGZvbwoYBA==","links":[]}',
          'QmYNmQKp6SuaVrpgWRsPTgCQCnpxUYGq76YEKBXuj2N4H6',
        ],
        [
          'format=protobuf&input-enc=protobuf',
          fromHex('0a0a08021204666f6f0a1804'),
          'QmYNmQKp6SuaVrpgWRsPTgCQCnpxUYGq76YEKBXuj2N4H6',
        ],
        [
          'format=dag-pb&input-enc=raw',
          fromHex('0a0a08021204666f6f0a1804'),
          'QmYNmQKp6SuaVrpgWRsPTgCQCnpxUYGq76YEKBXuj2N4H6',
        ],
        ['format=raw&input-enc=raw', 'foo\n', 'bafkreifvxooyaffa7gy5mhrb46lnpdom34jvf4r42mubf5efbodyvzeujq'],
        ['store-codec=dag-pb', '{"Links":[]}', 'bafybeihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku'],
        [
          'store-codec=raw&input-codec=raw',
          'hello',
          'bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq',
        ],
      ],
      EVERY,
    ),
  )('stores by "%s" %s', async (query, content, cid) => {
    expect(await dagPut(query, content)).toEqual([cid])
  })

  it.each([
    [['b', 'a'], 'bafybeiandnhvprksxyjo4s4p3xsbg2rv3cop56ddhq2moy6sdf65conn5u'],
    [['ab', 'a', 'b'], 'bafybeigafftmlwpee4inojm2hsw6chtzne2mzs4vlkit45wchnnxqrxqwy'],
    [
      ['b', 'a', 'b', undefined, '', undefined, 'a'],
      'bafybeid6khvwt6e3kez6n4bybe4jihy25lt7l53ttcmgvljb47jcpl27qq',
    ],
    [
      ['é', 'z', '\u{1f600}', '\uffee', 'Z', 'z'],
      'bafybeif3xfordn7aswse5udf4trhn3zf6ygfdepmce62543ggsabqlxybu',
    ],
  ])('sorts links by name as the reference does, equal names in their order: %s', async (names, cid) => {
    const links = names.map((name, at) => ({ Hash: { '/': 'bafkqaaa' }, Name: name, Tsize: at }))

    expect(await dagPut('store-codec=dag-pb', JSON.stringify({ Links: links }))).toEqual([cid])
  })

  it('sorts the links of a dag-pb block, which it may hold in any order', async () => {
    const unsorted = fromHex(
      '120c0a0501550001011201621800120c0a0501550001021201611800120c0a050155000103120162180012090a0501550001041800' +
        '120b0a0501550001051200180012090a0501550001061800',
    )

    expect(await dagPut('store-codec=dag-pb&input-codec=dag-pb', unsorted)).toEqual([
      'bafybeig7lgpxc63zngpb5bhkdm235eqiyne23ye4flz5xyvhbetrmitrp4',
    ])
  })

  it('stores the object of the golden list, its integer as integer, and by sha3 too', async () => {
    const files = await Promise.all(['foo\n', 'bar\n', 'baz\n'].map((text) => addRoot('', file('', text))))
    const [foo, bar, baz] = files
    const golden = (zero: string) =>
      `{"hello":"world","cats":[{"/":"${foo}"},{"water":{"/":"${bar}"}}],"magic":{"/":"${baz}"},` +
      `"sub":{"dict":"ionary","beep":[${zero},"bop"]}}`

    expect(await dagPut('', golden('0'))).toEqual([
      'bafyreiblwimnjbqcdoeafiobk6q27jcw64ew7n2fmmhdpldd63edmjecde',
    ])
    expect(await dagPut('', golden('0.0'))).toEqual([
      'bafyreidjtjfmavdk7epvztob2m5vlm3pxp3gjmpyewro4qlbw5n4f4iz64',
    ])
    expect(await dagPut('format=protobuf', golden('0'))).toEqual([EMPTY_NODE])
    expect(await dagPut('hash=sha3', golden('0.0'))).toEqual([
      'bafyriqgae54zjl3bjebmbat2rjem4ewj6vni6jxohandmvk3bibfgv3sioyeidppsghvulryxats43br3b7afa6jy77x6gqzqaicer6ljicck',
    ])
  })

  it('keeps the order of keys in plain cbor, and sorts those of dag-cbor', async () => {
    const [plain = ''] = await dagPut('store-codec=cbor', '{"bb":1,"a":{"d":2,"c":3}}')
    const [sorted = ''] = await dagPut('', '{"bb":1,"a":{"d":2,"c":3}}')

    expect(toHex(await blockBytes(plain))).toBe('a262626201' + '6161a2' + '616402' + '616303')
    expect(toHex(await blockBytes(sorted))).toBe('a26161a2' + '616303' + '616402' + '62626201')
    const converted = await post(`dag/get?arg=${plain}&output-codec=cbor`)
    expect(new Uint8Array(await converted.arrayBuffer())).toEqual(await blockBytes(plain))
  })

  it('keeps integers beyond 2^53 exact', async () => {
    const [most = '', least = ''] = await dagPut('', '9223372036854775807', '-9223372036854775808')

    expect(toHex(await blockBytes(most))).toBe('1b7fffffffffffffff')
    expect(toHex(await blockBytes(least))).toBe('3b7fffffffffffffff')
  })

  it('stores a part after the other, and pins them when asked to', async () => {
    const cids = await dagPut('pin=true', '{"pinned":1}', '{"pinned":2}')

    expect(cids).toHaveLength(2)
    for (const cid of cids) {
      const pinned = await post(`pin/ls?arg=${cid}`)
      expect(await pinned.json()).toMatchObject({ Keys: { [cid]: { Type: 'recursive' } } })
    }
  })

  it('prints a line of text for each when asked to', async () => {
    const response = await send('/api/v0/dag/put?encoding=text', form(file('', '{"foo":"bar"}')))

    expect(await response.text()).toBe('bafyreiblaotetvwobe7cu2uqvnddr6ew2q3cu75qsoweulzku2egca4dxq\n')
  })

  it.each(
    sampleOnHosts(
      [
        ['input-enc=nonsense', '1', 'no input parser for "nonsense"'],
        ['format=raw', '1', 'no parser for format "raw" using input type "json"'],
        ['format=nonsense', '1', 'no parser for format "nonsense" using input type "json"'],
        ['format=protobuf&input-enc=cbor', '1', 'no parser for format "protobuf" using input type "cbor"'],
        ['store-codec=nonsense', '1', 'unknown multicodec: "nonsense"'],
        ['input-codec=9999', '1', 'unknown multicodec: "9999"'],
        ['store-codec=0x7b', '1', 'no encoder registered for multicodec code 123 (0x7b)'],
        ['store-codec=torrent-info', '1', 'no encoder registered for multicodec code 123 (0x7b)'],
        ['input-codec=torrent-info', '1', 'no decoder registered for multicodec code 123 (0x7b)'],
        ['hash=nonsense', '1', 'nonsense in not a valid multihash name'],
        ['hash=shake-128', '1', 'potentially insecure hash functions not allowed'],
        [
          'store-codec=dag-pb',
          '{"hello":"world"}',
          'invalid key for map dagpb.PBNode: "hello": no such field',
        ],
        ['store-codec=dag-pb', '{"Data":{"/":{"bytes":"CAE"}}}', 'missing required fields: Links'],
        ['store-codec=dag-pb', '{"Links":[{"Tsize":3}]}', 'missing required fields: Hash'],
        ['store-codec=dag-pb', '{"Data":"x","Links":[]}', wrongKind('AsBytes', 'string', 'bytes')],
        ['store-codec=raw', '1', wrongKind('AsBytes', 'int', 'bytes')],
        ['store-codec=json', '{"/":"bafkqaaa"}', 'cannot marshal IPLD links to this codec'],
        ['store-codec=json', '[{"/":{"bytes":"AQID"}}]', 'cannot marshal IPLD bytes to this codec'],
        ['store-codec=cbor', '{"/":"bafkqaaa"}', 'cannot Marshal ipld links to CBOR'],
        ['', '', 'unexpected EOF'],
        ['', '{"a":', 'unexpected EOF'],
        ['', 'hello', 'invalid char while expecting start of value: 0x68'],
        ['', '{a:1}', 'invalid char while expecting start of key: 0x61'],
        ['', '{"a" 1}', 'expected colon after map key; got 0x31'],
        ['', '{"a":1 "b":2}', 'expected comma or map close after map value; got quote'],
        ['', '[1 2]', 'expected comma or array close after array value; got 0x32'],
        ['', '[,]', 'invalid char while expecting start of value: comma'],
        ['', 'nulx', 'invalid literal suffix: expected "ull", got "ulx"'],
        ['', 'tru', 'unexpected EOF'],
        ['', '1 2', 'unexpected content after end of json object'],
        ['', '{"a":1,"a":2}', 'cannot repeat map key "a"'],
        ['', '{"/":"nope"}', 'invalid cid: selected encoding not supported'],
        ['', '{"/":{"bytes":"AQ!D"}}', 'illegal base64 data at input byte 2'],
        ['', '{"/":{"bytes":"A"}}', 'illegal base64 data at input byte 0'],
        ['', '-', 'strconv.ParseFloat: parsing "-": invalid syntax'],
        ['', '1e400', 'strconv.ParseFloat: parsing "1e400": value out of range'],
        ['', '9223372036854775808', outOfRange('9223372036854775808')],
        ['', '-9223372036854775809', outOfRange('-9223372036854775809')],
        ['input-codec=json&store-codec=json', '9223372036854775808', outOfRange('9223372036854775808')],
        ['', '18446744073709551616', outOfRange('18446744073709551616')],
        ['input-codec=dag-cbor', 'a', 'unexpected EOF'],
        ['input-codec=dag-cbor', 'hello world', 'unexpected content after end of cbor object'],
        ['input-codec=dag-pb', 'hello', 'protobuf: (PBNode) invalid wireType, expected 2, got 0'],
      ],
      EVERY,
    ),
  )('answers 500 for %s', async (query, content, message) => {
    const response = await send(`/api/v0/dag/put?${query}`, form(file('', content)))

    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({ Message: message, Code: 0, Type: 'error' })
  })

  it.each(
    sampleOnHosts(
      [
        ['', ''],
        ['', '{"a":1,"a":2}'],
        ['', '{"a":NaN}'],
        ['', `${'['.repeat(100_000)}`],
        ['', '18446744073709551616'],
        ['', `{"/":"bafkqaaa","x":1}`],
        ['input-enc=cbor', fromHex('9f01ff')],
        ['input-enc=cbor', fromHex('f7')],
        ['input-enc=cbor', fromHex('9bffffffffffffffff')],
        ['input-enc=cbor', new Uint8Array(100_000).fill(0x81)],
        ['input-enc=protobuf&format=protobuf', fromHex('1200')],
      ],
      EVERY,
    ),
  )('refuses input that is not what "%s" says', async (query, content) => {
    const response = await send(`/api/v0/dag/put?${query}`, form(file('', content)))

    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({ Code: 0, Type: 'error' })
  })

  it('refuses a block over 2 MiB unless it is allowed', async () => {
    const big = new Uint8Array(2 * 1024 * 1024 + 1)
    const query = 'store-codec=raw&input-codec=raw'

    const refused = await send(`/api/v0/dag/put?${query}`, form(file('', big)))
    const [cid] = await dagPut(`${query}&allow-big-block=true`, big)

    expect(refused.status).toBe(500)
    expect(await refused.json()).toMatchObject({
      Message: expect.stringContaining('produced block is over 2MiB'),
    })
    expect(cid).toMatch(/^bafkrei/)
  })
})

async function nonCanonical(): Promise<Uint8Array> {
  return fromHex(
    'a265616c696e6bd82a58250001711220659650fc3443c916428048efc5ba4558dc863594980a59f5cb3c4d84867e6d316361727280',
  )
}
