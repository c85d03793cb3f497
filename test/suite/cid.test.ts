import { describe, expect, it } from 'vitest'
import { send } from '#host'
import fixture from '../fixtures/multiformats/cids.json' with { type: 'json' }
import { file, form } from '../requests/form.ts'

const post = (path: string, init?: RequestInit) => send(`/api/v0/${path}`, { method: 'POST', ...init })

interface Line {
  readonly CidStr: string
  readonly Formatted: string
  readonly ErrorMsg: string
}

async function lines(
  command: string,
  options: Record<string, string>,
  cids: readonly string[],
): Promise<Line[]> {
  const query = new URLSearchParams([...Object.entries(options), ...cids.map((cid) => ['arg', cid])])
  const response = await post(`${command}?${query}`)
  expect(response.status).toBe(200)
  const text = await response.text()
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

async function formatted(options: Record<string, string>, cid: string): Promise<string> {
  const [line] = await lines('cid/format', options, [cid])
  expect(line?.ErrorMsg).toBe('')
  return line?.Formatted ?? ''
}

const V0 = 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'
const V1 = 'zdj7WfLr9DhLrb1hsoSi4fSdjjxuZmeqgEtBPWxMLtPbDNbFD'

describe('POST /api/v0/cid/format', () => {
  it('answers one line a CID, the CID as it came first', async () => {
    const response = await post(`cid/format?arg=${V0}&arg=${V1}`)

    expect(response.headers.get('X-Chunked-Output')).toBe('1')
    expect(await response.text()).toBe(
      `{"CidStr":"${V0}","Formatted":"${V0}","ErrorMsg":""}\n{"CidStr":"${V1}","Formatted":"${V1}","ErrorMsg":""}\n`,
    )
  })

  it.each([
    [V0, '%P', 'cidv0-protobuf-sha2-256-32'],
    [V0, '%b-%v-%c-%h-%L', 'base58btc-cidv0-protobuf-sha2-256-32'],
    [V0, '%s', V0],
    [V0, '%S', V0],
    [V0, 'ver#%V/#%C/#%H/%L', 'ver#0/#112/#18/32'],
    [V0, '%m', `z${V0}`],
    [V0, '%M', V0],
    [V0, '%d', 'z72gdmFAgRzYHkJzKiL8MgMMRW3BTSCGyDHroPxJbxMJn'],
    [V0, '%D', '72gdmFAgRzYHkJzKiL8MgMMRW3BTSCGyDHroPxJbxMJn'],
    [V1, '%P', 'cidv1-protobuf-sha2-256-32'],
    [V1, '%b-%v-%c-%h-%L', 'base58btc-cidv1-protobuf-sha2-256-32'],
    [V1, '%s', V1],
    [V1, '%S', V1.slice(1)],
    [V1, 'ver#%V/#%C/#%H/%L', 'ver#1/#112/#18/32'],
    [V1, '%m', 'zQmYFbmndVP7QqAVWyKhpmMuQHMaD88pkK57RgYVimmoh5H'],
    [V1, '%M', 'QmYFbmndVP7QqAVWyKhpmMuQHMaD88pkK57RgYVimmoh5H'],
    [V1, '%d', 'zAux4gVVsLRMXtsZ9fd3tFEZN4jGYB6kP37fgoZNTc11H'],
    [V1, '%D', 'Aux4gVVsLRMXtsZ9fd3tFEZN4jGYB6kP37fgoZNTc11H'],
    [V1, '100%% %B', '100% z'],
  ])('prints %s by %s', async (cid, f, expected) => {
    expect(await formatted({ f }, cid)).toBe(expected)
  })

  it.each([
    [{ v: '0', f: '%S' }, V0, 'CIQFTFEEHEDF6KLBT32BFAGLXEZL4UWFNWM4LFTLMXQBCERZ6CMLX3Y'],
    [{ v: '0', f: '%B%S' }, V0, 'BCIQFTFEEHEDF6KLBT32BFAGLXEZL4UWFNWM4LFTLMXQBCERZ6CMLX3Y'],
    [{ f: '%s' }, V1, 'BAFYBEIETJGSRL3EQPQPCABV3G6IUBYTSIFVQ24XRRHD3JUETSKLTGQ7DJA'],
    [{ f: '%S' }, V1, 'AFYBEIETJGSRL3EQPQPCABV3G6IUBYTSIFVQ24XRRHD3JUETSKLTGQ7DJA'],
  ])('prints in upper case with b=B by %j', async (options, cid, expected) => {
    expect(await formatted({ b: 'B', ...options }, cid)).toBe(expected)
    expect(await formatted({ b: 'base32upper', ...options }, cid)).toBe(expected)
  })

  it.each(fixture.cids)('converts $input', async (cid) => {
    const raw = { v: '1', codec: 'raw', b: 'base32' }

    expect(await formatted({ v: '1', b: 'base32' }, cid.input)).toBe(cid.v1base32)
    expect(await formatted({ v: '1', b: 'base58btc' }, cid.input)).toBe(cid.v1base58btc)
    expect(await formatted({ b: 'base36' }, cid.input)).toBe(cid.v1base36)
    expect(await formatted(raw, cid.input)).toBe(cid.asRaw)
    expect(await formatted({ ...raw, codec: 'cbor' }, cid.input)).toBe(cid.asDagCbor)
    expect(await formatted({ ...raw, codec: 'dag-cbor' }, cid.input)).toBe(cid.asDagCbor)
    expect(await formatted({ f: '%V %C %H %D', b: 'base16', v: String(cid.version) }, cid.input)).toBe(
      `${cid.version} ${cid.codec} ${cid.multihashCode} ${cid.digest}`,
    )
    if (cid.v0) expect(await formatted({ v: '0', codec: 'protobuf' }, cid.v1base32)).toBe(cid.v0)
  })

  it('keeps the base that a CID came in; what was version 0 stays in base58btc', async () => {
    const { v1base36, v1base58btc, v0 } = fixture.cids[0] ?? { v1base36: '', v1base58btc: '', v0: '' }

    expect(await formatted({}, v1base36)).toBe(v1base36)
    expect(await formatted({ v: '1' }, v0 ?? '')).toBe(v1base58btc)
  })

  it('converts to another codec and back', async () => {
    const foo = 'QmYNmQKp6SuaVrpgWRsPTgCQCnpxUYGq76YEKBXuj2N4H6'
    const raw = 'bafkreievd6mwe6vcwnkwo3eizs3h7w3a34opszbyfxziqdxguhjw7imdve'

    expect(await formatted({ codec: 'raw', b: 'base32' }, foo)).toBe(raw)
    expect(await formatted({ mc: 'raw', b: 'b' }, foo)).toBe(raw)
    expect(await formatted({ codec: 'protobuf', v: '0' }, raw)).toBe(foo)
    expect(await formatted({ codec: 'dag-pb', v: '0' }, raw)).toBe(foo)
  })

  it.each(fixture.refuse)('reports in its line that $text is no CID, and continues', async ({ text }) => {
    const [bad, good] = await lines('cid/format', {}, [text, V0])

    expect(bad).toEqual({ CidStr: text, Formatted: '', ErrorMsg: expect.stringMatching(/./) })
    expect(good?.Formatted).toBe(V0)
  })

  it.each([
    [{ v: '0' }, fixture.cids[0]?.asRaw ?? '', "can't convert non-protobuf nodes to cidv0"],
    [{ v: '0' }, 'bafybifctrq4xazzixy2v4ezymjcvzpskqdwlxra', 'invalid hash for cidv0'],
    [{ v: '0', b: 'base32' }, V0, 'invalid base encoding'],
    [{}, 'z', 'cid too short'],
    [{}, '../..', 'selected encoding not supported'],
  ])('tells in its line that %j cannot be done to %s', async (options, cid, ErrorMsg) => {
    expect(await lines('cid/format', options as Record<string, string>, [cid])).toEqual([
      { CidStr: cid, Formatted: '', ErrorMsg },
    ])
  })

  it.each([
    ['f=plain', 'invalid format string: plain'],
    ['f=%25x', 'unrecognized specifier in format string: %x'],
    ['f=a%25', 'premature end of format string'],
    ['codec=nope', 'unknown IPLD codec: nope'],
    ['v=0&codec=raw', 'cannot convert to CIDv0 with any codec other than DagPB'],
    ['v=2', 'invalid cid version: 2'],
    ['b=nope', 'Unsupported multibase encoding: nope'],
  ])('answers 500 for %s', async (query, Message) => {
    const response = await post(`cid/format?arg=${V0}&${query}`)

    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({ Message, Code: 0, Type: 'error' })
  })

  it('takes CIDs from the lines of the body, and writes lines for encoding=text', async () => {
    const body = form(file('cids', ` ${V1}\nnope\n${V0}\n`))

    const response = await send(`/api/v0/cid/format?encoding=text&f=%25v`, body)

    expect(await response.text()).toBe('cidv1\nnope: selected encoding not supported\ncidv0\n')
  })

  it('answers 400 without a CID', async () => {
    const response = await post('cid/format')

    expect(response.status).toBe(400)
    expect(await response.text()).toBe('argument "cid" is required\n')
  })
})

describe('POST /api/v0/cid/base32', () => {
  it('makes all of them version 1 in base32', async () => {
    const inputs = fixture.cids.map(({ input }) => input)

    const answered = await lines('cid/base32', {}, inputs)

    expect(answered).toEqual(
      fixture.cids.map(({ input, v1base32 }) => ({ CidStr: input, Formatted: v1base32, ErrorMsg: '' })),
    )
  })
})

describe('the lists of /api/v0/cid', () => {
  it.each([
    ['bases', { Code: 98, Name: 'base32' }],
    ['codecs', { Code: 81, Name: 'cbor' }],
    ['codecs', { Code: 112, Name: 'dag-pb' }],
    ['hashes', { Code: 45600, Name: 'blake2b-256' }],
  ])('%s is one array by number, with %j', async (name, entry) => {
    const response = await post(`cid/${name}`)
    const table = (await response.json()) as { Code: number }[]

    expect(response.headers.get('X-Chunked-Output')).toBeNull()
    expect(table).toContainEqual(entry)
    expect(table).toEqual(table.toSorted((a, b) => a.Code - b.Code))
  })

  it('prints bases by letter, with prefixes and numbers', async () => {
    const text = async (query: string) =>
      (await (await post(`cid/bases?encoding=text${query}`)).text()).split('\n').slice(0, 4)

    expect(await text('')).toEqual(['identity', 'base2', 'base32', 'base32upper'])
    expect(await text('&prefix')).toEqual(['   identity', '0  base2', 'b  base32', 'B  base32upper'])
    expect(await text('&numeric')).toEqual([
      '      0  identity',
      '     48  base2',
      '     98  base32',
      '     66  base32upper',
    ])
    expect(await text('&prefix&numeric')).toEqual([
      '        0  identity',
      '0      48  base2',
      'b      98  base32',
      'B      66  base32upper',
    ])
  })

  it('codecs has each code once', async () => {
    const table = (await (await post('cid/codecs')).json()) as { Code: number }[]

    expect(new Set(table.map(({ Code }) => Code)).size).toBe(table.length)
  })

  it('codecs lists the 44 of the reference, and not those of Filecoin, which CIDs may have', async () => {
    const table = (await (await post('cid/codecs')).json()) as { Name: string }[]
    const filecoin = ['fil-commitment-unsealed', 'fil-commitment-sealed']

    expect(table).toHaveLength(44)
    expect(table.filter(({ Name }) => filecoin.includes(Name))).toEqual([])
    for (const name of filecoin) {
      const put = await send(`/api/v0/block/put?cid-codec=${name}`, form(file('data', 'a\n')))
      const { Key } = (await put.json()) as { Key: string }
      const shown = await (await post(`cid/format?arg=${Key}&f=%25c&encoding=text`)).text()
      const changed = await (await post(`cid/format?arg=${Key}&mc=${name}&v=1&f=%25c&encoding=text`)).text()

      expect([shown, changed]).toEqual([`${name}\n`, `${name}\n`])
    }
  })

  it('prints codecs and hashes with their numbers', async () => {
    const codecs = await (await post('cid/codecs?encoding=text&numeric')).text()
    const plain = await (await post('cid/hashes?encoding=text')).text()

    expect(codecs).toContain('   85  raw\n')
    expect(codecs).toMatch(/\n46593 {2}json-jcs\n$/)
    expect(plain).toMatch(/^identity\nsha1\nsha2-256\n/)
  })

  it('leaves out codecs that this node cannot read when it is asked to', async () => {
    const table = (await (await post('cid/codecs?supported=true')).json()) as { Name: string }[]
    const names = table.map(({ Name }) => Name)

    expect(names).toEqual([
      ...['cbor', 'raw', 'dag-pb', 'dag-cbor', 'libp2p-key', 'git-raw', 'dag-jose', 'dag-json', 'json'],
    ])
  })
})
