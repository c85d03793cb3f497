import { describe, expect, it } from 'vitest'
import { host } from '#host'
import { file, form } from '../requests/form.ts'
import { fromHex, toHex } from '../requests/hex.ts'
import { callKeys, errorOf, failure } from '../requests/keys.ts'
import { putRecord, RECORDS, recordForm } from '../requests/names.ts'
import { sampleOnHosts } from '../requests/sample-on-hosts.ts'

/** Of so many inputs the other hosts get one: the core reads them. */
const EVERY = 4
const UNPARSED = 'failed to parse peer ID: invalid cid'

const UNKNOWN = 'k51qzi5uqu5dgklc20hksmmzhoy5lfrn5xcnryq6xp4r50b5yc0vnivpywfu9p'
const { ed25519, newer, rsa, secp256k1, withoutV1 } = RECORDS

const base64 = (hex: string) => btoa(String.fromCharCode(...fromHex(hex)))
const inspect = async (record: Uint8Array, query: Readonly<Record<string, string>>) => {
  const response = await callKeys('name/inspect', query, recordForm(record))
  return [response.status, await response.text()] as const
}

describe('records that another implementation signed', () => {
  it.each([rsa, secp256k1, withoutV1])('are kept and resolved: $about', async (record) => {
    const { name, path, hex } = record

    const put = await putRecord(record)
    const got = await callKeys('name/get', { arg: `/ipns/${name}` })

    expect([put.status, await put.json()]).toEqual([200, { Name: name, Value: path }])
    expect(await (await callKeys('name/resolve', { arg: name })).json()).toEqual({ Path: path })
    expect(got.headers.get('Content-Type')).toBe('application/vnd.ipfs.ipns-record')
    expect(new Uint8Array(await got.arrayBuffer())).toEqual(fromHex(hex))
  })

  it('give way to newer ones alone', async () => {
    expect((await putRecord(ed25519)).status).toBe(200)
    expect((await putRecord(newer)).status).toBe(200)
    expect((await putRecord(newer, { force: 'true' })).status).toBe(200)

    const text = 'existing IPNS record has sequence 1 >= new record sequence 0'
    expect(await errorOf(putRecord(ed25519, { force: 'true' }))).toEqual(failure(text))
    expect(await errorOf(putRecord(ed25519))).toEqual(failure(`record validation failed: ${text}`))
    expect(await (await callKeys('name/resolve', { arg: ed25519.name })).json()).toEqual({ Path: newer.path })
  })

  it.each(
    sampleOnHosts(
      [
        [UNKNOWN, 'record validation failed: signature verification failed'],
        [rsa.name, 'record validation failed: public key is not embedded in peer ID'],
        ['nonsense', `invalid IPNS name: ${UNPARSED}: selected encoding not supported`],
      ],
      EVERY,
    ),
  )('are refused for %s', async (arg, message) => {
    const call = callKeys('name/put', { arg, 'allow-offline': 'true' }, recordForm(ed25519))

    expect(await errorOf(call)).toEqual(failure(message))
  })

  it('are not found at a path of content', async () => {
    const call = callKeys('name/get', { arg: '/ipfs/bafkqaaa' })

    expect(await errorOf(call)).toEqual(failure('invalid key'))
  })

  it('are refused when they are empty', async () => {
    const call = callKeys('name/put', { arg: UNKNOWN, 'allow-offline': 'true' }, recordForm(new Uint8Array()))

    expect(await errorOf(call)).toEqual(failure('record is empty'))
  })

  it('are kept here alone only where the caller permits it, or where there may be peers', async () => {
    const put = await callKeys('name/put', { arg: rsa.name }, recordForm(rsa))
    const routed = await callKeys('routing/put', { arg: `/ipns/${rsa.name}` }, recordForm(rsa))

    expect([put.status, routed.status]).toEqual(host === 'edge' ? [200, 200] : [500, 500])
    const text = failure("can't put while offline: pass `--allow-offline` to override")[1]
    expect(await put.text()).toEqual(host === 'edge' ? expect.stringContaining(rsa.name) : text)
    expect(await routed.text()).toEqual(host === 'edge' ? expect.any(String) : text)
  })

  it('are not sent to delegated publishers and kept here alone at once', async () => {
    const delegated = putRecord(rsa, { 'allow-delegated': 'true' })

    expect(await errorOf(delegated)).toEqual(
      failure('cannot use both --allow-offline and --allow-delegated flags'),
    )
  })

  it('are put and found as values of the routing system', async () => {
    for (const area of ['routing', 'dht']) {
      const put = await callKeys(
        `${area}/put`,
        { arg: `/ipns/${rsa.name}`, 'allow-offline': 'true' },
        recordForm(rsa),
      )
      const got = await callKeys(`${area}/get`, { arg: `/ipns/${rsa.name}` })

      expect(await put.json()).toEqual({
        ID: expect.stringMatching(/^Qm/),
        Type: 5,
        Responses: null,
        Extra: '',
      })
      expect(await got.json()).toEqual({ ID: '', Type: 5, Responses: null, Extra: base64(rsa.hex) })
    }
  })

  it('are put and found as text by their name and their bytes', async () => {
    const query = { arg: `/ipns/${rsa.name}`, encoding: 'text' }

    const put = await callKeys('routing/put', { ...query, 'allow-offline': 'true' }, recordForm(rsa))
    const got = await callKeys('routing/get', query)

    expect(await put.text()).toMatch(/^Qm\w{44}\n$/)
    expect(got.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(toHex(new Uint8Array(await got.arrayBuffer()))).toBe(rsa.hex)
  })

  it('are not beside public keys that ids contain', async () => {
    const self = (await (await callKeys('id', {})).json()) as { ID: string; PublicKey: string }
    const absent = { Message: 'routing: not found', Code: 0, Type: 'error' }

    expect(self.PublicKey).toMatch(/^CAESI/)
    for (const id of [self.ID, ed25519.name]) {
      expect(await (await callKeys('routing/get', { arg: `/pk/${id}` })).json()).toEqual(absent)
      expect(await (await callKeys('dht/get', { arg: `/pk/${id}` })).json()).toEqual(absent)
    }
  })

  it.each(
    sampleOnHosts(
      [
        ['foo', 'invalid key'],
        ['/pk/QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn', 'routing: not found'],
        ['/pk/foo', `${UNPARSED}: illegal base16 data`],
        ['/pk/', 'invalid key'],
        ['/ipns/foo', `${UNPARSED}: illegal base16 data`],
        [`/ipns/${UNKNOWN}`, 'routing: not found'],
        [`/ipns/${'a'.repeat(10_000)}`, `${UNPARSED}: cid too long: over 2048 characters`],
      ],
      EVERY,
    ),
  )('are not found under the key %.60s', async (arg, message) => {
    expect(await errorOf(callKeys('routing/get', { arg }))).toEqual(failure(message))
    expect(await errorOf(callKeys('dht/get', { arg }))).toEqual(failure(message))
  })
})

describe('POST /api/v0/name/inspect', () => {
  it.each(Object.values(RECORDS))('shows what a record says: $about', async (record) => {
    const { path, validity, sequence, type, hex } = record

    const [status, text] = await inspect(fromHex(hex), { dump: 'false' })

    expect([status, JSON.parse(text)]).toEqual([
      200,
      {
        Entry: {
          Value: path,
          ValidityType: 0,
          Validity: validity,
          Sequence: sequence,
          TTL: { '1h0m0s': 3.6e12, '30s': 3e10, '1s': 1e9 }[record.ttl],
        },
        PbSize: hex.length / 2,
        SignatureType: type,
        HexDump: '',
        Validation: null,
      },
    ])
  })

  it('shows the same as text, with its bytes', async () => {
    const [, text] = await inspect(fromHex(ed25519.hex), { encoding: 'text', verify: ed25519.name })

    expect(text).toBe(`Value:          "${ed25519.path}"
Validity Type:  0
Validity:       "${ed25519.validity}"
Sequence:       0
TTL:            1h0m0s
Protobuf Size:  397
Signature Type: V1+V2

Validation results:
 Valid: true
 Name:  ${ed25519.name}

Hex Dump:
${text.slice(text.indexOf('00000000  '))}`)
    expect(text).toContain('00000040  36 78 79 12 40 76 93 ec  74 71 0f b7 b0 f3 c4 6a  |6xy.@v..tq.....j|\n')
    expect(text.endsWith('|ValidityType.|\n')).toBe(true)
  })

  it('says why a record is not valid', async () => {
    const [, other] = await inspect(fromHex(rsa.hex), { dump: 'false', verify: ed25519.name })
    const [, text] = await inspect(fromHex(ed25519.hex), {
      dump: 'false',
      verify: rsa.name,
      encoding: 'text',
    })

    expect(JSON.parse(other).Validation).toEqual({
      Valid: false,
      Reason: 'record public key does not match the expected public key',
      Name: ed25519.name,
    })
    expect(text).toContain(`
Validation results:
 Valid:  false
 Reason: public key is not embedded in peer ID
 Name:   ${rsa.name}
`)
  })

  it.each([
    ['nothing', '', 'record is malformed\nrecord is missing the dag-cbor data field'],
    ['a text', 'hello\n', 'record is malformed\nproto: cannot parse invalid wire-format data'],
    ['11 KiB', 'x'.repeat(11 * 1024), 'record exceeds allowed size limit'],
  ])('refuses %s', async (_, content, message) => {
    expect(await errorOf(callKeys('name/inspect', {}, form(file('', content))))).toEqual(failure(message))
  })
})

describe('names by publish and subscribe', () => {
  it('are on where there may be peers, and have no subscriptions at first', async () => {
    const isOn = host === 'edge'
    const off = [400, '{"Message":"IPNS pubsub subsystem is not enabled","Code":1,"Type":"error"}\n']
    const answerOf = async (command: string, query = {}) => {
      const response = await callKeys(`name/pubsub/${command}`, query)
      return [response.status, await response.text()]
    }

    expect(await answerOf('state')).toEqual([200, `{"Enabled":${isOn}}\n`])
    expect(await answerOf('state', { encoding: 'text' })).toEqual([200, isOn ? 'enabled\n' : 'disabled\n'])
    expect(await answerOf('subs')).toEqual(isOn ? [200, expect.any(String)] : off)
    expect(await answerOf('cancel', { arg: UNKNOWN })).toEqual(
      isOn ? [200, expect.stringMatching(/^\{"Canceled":(true|false)\}\n$/)] : off,
    )
    expect(await answerOf('cancel', { arg: 'x' })).toEqual(
      isOn ? [400, expect.stringContaining('not a valid IPNS name: failed to parse peer ID: ')] : off,
    )
    expect(await answerOf('subs', { 'ipns-base': 'qq' })).toEqual(
      failure('unsupported multibase encoding: qq'),
    )
  })
})
