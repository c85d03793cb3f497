import { describe, expect, it } from 'vitest'
import { answered, callCommand, failed, malformed, printed } from '../requests/call-command.ts'
import { sampleOnHosts } from '../requests/sample-on-hosts.ts'

/** Of so many inputs the other hosts get one: the core reads them. */
const EVERY = 4

const KEY = 'k51qzi5uqu5dh9ihj4p2v5sl3hxvv27ryx2w0xrsv6jmmqi91t9xp8p9kaipc2'

describe('POST /api/v0/cid/inspect', () => {
  const inspect = (value: string, query = '') => callCommand('cid/inspect', { args: [value], query })

  it('gives the parts of a CID and its other forms', async () => {
    const cid = 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'
    const digest = '59948439065f29619ef41280cbb932be52c56d99c5966b65e0111239f098bbef'
    const parts = {
      cid,
      version: 0,
      multibase: { prefix: 'z', name: 'base58btc' },
      multicodec: { code: 112, name: 'dag-pb' },
      multihash: { code: 18, name: 'sha2-256', length: 32, digest },
      cidV0: cid,
      cidV1: 'bafybeiczsscdsbs7ffqz55asqdf3smv6klcw3gofszvwlyarci47bgf354',
    }

    expect(await inspect(cid)).toEqual(answered(parts))
    expect(await callCommand('cid/inspect', { content: `${cid}\n` })).toEqual(answered(parts))
    expect((await inspect(cid, 'encoding=text')).text).toBe(
      `CID:        ${cid}\nVersion:    0\nMultibase:  base58btc (implicit)\n` +
        'Multicodec: dag-pb (0x70, implicit)\nMultihash:  sha2-256 (0x12, implicit)\n' +
        `  Length:   32 bytes\n  Digest:   ${digest}\nCIDv0:      ${cid}\nCIDv1:      ${parts.cidV1}\n`,
    )
  })

  it('prints a libp2p key in base36, and has no version 0 for it', async () => {
    const digest = '080112202b619026960f364372b171d8762fcf66b4ec4329c9da42a9b41bfa3ebb6a3ac2'

    expect(await inspect(KEY)).toEqual(
      answered({
        cid: KEY,
        version: 1,
        multibase: { prefix: 'k', name: 'base36' },
        multicodec: { code: 114, name: 'libp2p-key' },
        multihash: { code: 0, name: 'identity', length: 36, digest },
        cidV1: KEY,
      }),
    )
    expect((await inspect(KEY, 'encoding=text')).text).toContain(
      'Multibase:  base36 (k)\nMulticodec: libp2p-key (0x72)\nMultihash:  identity (0x0)\n',
    )
    expect((await inspect(KEY, 'encoding=text')).text).toContain(
      'CIDv0:      not possible, requires dag-pb (0x70), got libp2p-key (0x72)\n',
    )
  })

  it.each([
    ['a', 'invalid CID: invalid cid: cid too short'],
    ['foo', /^invalid CID: invalid cid: /],
    ['x'.repeat(10_000), /^invalid CID: invalid cid: /],
    [
      '12D3KooWDbL3jP4pKqCTB1WU5jvaVjthQU5JPMKMwRchJ3zurX6k',
      'invalid CID: invalid cid: selected encoding not supported\n' +
        'Note: the value is a PeerID; inspect its CID representation instead:\n' +
        '  k51qzi5uqu5dhkx3iugk9sse6izz0szarz49x5irip227e3qhjnlb45ri32psd',
    ],
  ])('says in its answer what is wrong with input %#', async (cid, message) => {
    const { status, text } = await inspect(cid)

    expect(status).toBe(200)
    expect(JSON.parse(text)).toEqual({
      cid,
      version: 0,
      multibase: { prefix: '', name: '' },
      multicodec: { code: 0, name: '' },
      multihash: { code: 0, name: '', length: 0, digest: '' },
      cidV1: '',
      errorMsg: typeof message === 'string' ? message : expect.stringMatching(message),
    })
    expect((await inspect(cid, 'encoding=text')).status).toBe(500)
  })

  it('needs a CID', async () => {
    expect(await callCommand('cid/inspect')).toEqual(malformed('argument "cid" is required'))
  })
})

describe('POST /api/v0/multibase/…', () => {
  it('encodes, decodes and transcodes', async () => {
    const call = (path: string, content: string | Uint8Array, query = '') =>
      callCommand(`multibase/${path}`, { content, query })

    expect(await call('encode', 'hello')).toEqual(printed('uaGVsbG8'))
    expect(await call('encode', 'hello', 'b=base16')).toEqual(printed('f68656c6c6f'))
    expect(await call('encode', 'hello', 'b=f')).toEqual(printed('f68656c6c6f'))
    expect(await call('encode', 'hello', 'b=identity')).toEqual(printed('\0hello'))
    expect(await call('encode', 'hello', 'b=base58btc')).toEqual(printed('zCn8eVZg'))
    expect(await call('encode', '')).toEqual(printed('u'))
    expect(await call('decode', 'f68656c6c6f')).toEqual(printed('hello'))
    expect(await call('decode', '\0hello')).toEqual(printed('hello'))
    expect(await call('decode', 'zCn8eVZg')).toEqual(printed('hello'))
    expect(await call('transcode', 'f68656c6c6f')).toEqual(printed('uaGVsbG8'))
    expect(await call('transcode', 'uaGVsbG8', 'b=base16')).toEqual(printed('f68656c6c6f'))
  })

  it('gives every byte back from every base', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, at) => at)
    const hex = `f${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
    const { text } = await callCommand('multibase/list')
    const wrong: string[] = []
    for (const { Name } of sampleOnHosts(JSON.parse(text) as { Name: string }[], EVERY)) {
      if (Name === 'identity') continue
      const encoded = await callCommand('multibase/encode', { content: bytes, query: `b=${Name}` })
      const back = await callCommand('multibase/transcode', { content: encoded.text, query: 'b=base16' })
      if (back.text !== hex) wrong.push(Name)
    }

    expect(wrong).toEqual([])
  })

  it.each(
    sampleOnHosts(
      [
        ['mAA', '00'],
        ['mAB', '00'],
        ['mAAB', '0000'],
        ['m', ''],
        ['mA\nA', '00'],
        ['uAA\n', '00'],
        ['u-_8', 'fbff'],
        ['MAAAAAB==', '00000000'],
        ['MAA=\n=', '00'],
        ['U-_8=', 'fbff'],
        ['bae', '01'],
        ['bAB', '00'],
        ['baaaab', '000000'],
        ['Bae\n', '01'],
        ['vae', '53'],
        ['cae======', '01'],
        ['CAE===\n===', '01'],
        ['t01======', '00'],
        ['0101', '05'],
        ['z11', '0000'],
        ['kA', '0a'],
      ],
      EVERY,
    ),
  )('decodes %j as the reference does', async (content, hex) => {
    const { text } = await callCommand('multibase/transcode', { content, query: 'b=base16' })

    expect(text).toBe(`f${hex}`)
  })

  it.each(
    sampleOnHosts(
      [
        ['z', 'zero length string'],
        ['Z', 'zero length string'],
        ['k', 'can not decode zero-length string'],
        ['mA', 'illegal base64 data at input byte 0'],
        ['mAAAAA', 'illegal base64 data at input byte 4'],
        ['mAA==', 'illegal base64 data at input byte 2'],
        ['m-_8', 'illegal base64 data at input byte 0'],
        ['u+/8', 'illegal base64 data at input byte 0'],
        ['MAA', 'illegal base64 data at input byte 0'],
        ['MA===', 'illegal base64 data at input byte 1'],
        ['M====', 'illegal base64 data at input byte 0'],
        ['MAA=A', 'illegal base64 data at input byte 2'],
        ['bae=', 'illegal base32 data at input byte 2'],
        ['b!', 'illegal base32 data at input byte 0'],
        ['vw', 'illegal base32 data at input byte 0'],
        ['cae', 'illegal base32 data at input byte 0'],
        ['caaa=====', 'illegal base32 data at input byte 3'],
        ['c========', 'illegal base32 data at input byte 0'],
      ],
      EVERY,
    ),
  )('refuses %j with the text of the reference', async (content, reason) => {
    expect(await callCommand('multibase/decode', { content })).toEqual(
      failed(`failed to decode multibase: ${reason}`),
    )
  })

  it.each([
    ...['MAA=', 'MAA==AA==', 'MAAA=A', 'cae=====', 'cae=====x', 'z1O', 'k_', 'f0'].map((text) => [text]),
    // Of these the reference drops letters.
    ...['ba', 'baaa', 'baaaaaaaaa', 'v0', 'cae======x'].map((text) => [text]),
  ])('refuses %s with a text of its own', async (content) => {
    const { status, text } = await callCommand('multibase/decode', { content })

    expect(status).toBe(500)
    expect(JSON.parse(text).Message).toMatch(/^failed to decode multibase: ./)
  })

  it('lists what cid/bases lists', async () => {
    expect(await callCommand('multibase/list')).toEqual(await callCommand('cid/bases'))
    expect(await callCommand('multibase/list', { query: 'encoding=text&prefix' })).toEqual(
      await callCommand('cid/bases', { query: 'encoding=text&prefix' }),
    )
  })

  it.each([
    ['', 'failed to decode multibase: cannot decode multibase for zero length string'],
    ['xyz', 'failed to decode multibase: selected encoding not supported'],
    ['?', 'failed to decode multibase: selected encoding not supported'],
    ['zz0', "failed to decode multibase: invalid base58 digit ('0')"],
    ['f1', 'failed to decode multibase: encoding/hex: odd length hex string'],
    ['fxx', "failed to decode multibase: encoding/hex: invalid byte: U+0078 'x'"],
    ['f6865\n', /^failed to decode multibase: encoding\/hex: invalid byte: U\+000A /],
    [`z${'1'.repeat(10_000)}`, 'Cannot convert to or from base58btc: over 8192 bytes'],
  ])('refuses to decode input %#', async (content, message) => {
    for (const path of ['multibase/decode', 'multibase/transcode']) {
      const { status, text } = await callCommand(path, { content })

      expect(status).toBe(500)
      expect(JSON.parse(text).Message).toEqual(
        typeof message === 'string' ? message : expect.stringMatching(message),
      )
    }
  })

  it('refuses other bases, bodies that are too large, and none', async () => {
    const content = new Uint8Array(1024 * 1024 + 1)

    expect(await callCommand('multibase/encode', { content: 'x', query: 'b=nope' })).toEqual(
      failed('unsupported multibase encoding: nope'),
    )
    expect((await callCommand('multibase/encode', { content })).text).toContain('over 1048576 bytes')
    expect(
      (await callCommand('multibase/encode', { content: content.slice(0, 8193), query: 'b=base36' })).text,
    ).toContain('Cannot convert to or from base36: over 8192 bytes')
    expect(await callCommand('multibase/encode')).toEqual(malformed("file argument 'file' is required"))
    expect(await callCommand('multibase/decode')).toEqual(
      malformed("file argument 'encoded_file' is required"),
    )
  })
})

describe('POST /api/v0/diag/healthy and version/check', () => {
  it('answer for this node alone', async () => {
    const version = { RunningVersion: '0.43.0', GreatestVersion: '0.43.0' }

    expect(await callCommand('diag/healthy')).toEqual(answered('ok'))
    expect(await callCommand('version/check')).toEqual(
      answered({ UpdateAvailable: false, ...version, PeersSampled: 1, WithGreaterVersion: 0 }),
    )
    expect(await callCommand('version/check', { query: 'min-percent=101' })).toEqual(
      failed('Version.SwarmCheckPercentThreshold must be between 1 and 100'),
    )
  })
})
