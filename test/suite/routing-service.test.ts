import { describe, expect, it } from 'vitest'
import { send } from '#host'
import { fromHex } from '../requests/hex.ts'
import { RECORDS, type RecordVector } from '../requests/names.ts'

const CID = 'bafkreifzjut3te7nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e'
const PEER = 'QmaCpDMGvV2BGHeYERUEnRQAwe3N8SzbUtfsmvsqQLuvuJ'
const NOBODY = 'k51qzi5uqu5dgklc20hksmmzhoy5lfrn5xcnryq6xp4r50b5yc0vnivpywfu9p'
const RECORD_TYPE = 'application/vnd.ipfs.ipns-record'
const NOTHING_CACHING = 'public, max-age=15, stale-while-revalidate=172800, stale-if-error=172800'

const ask = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
  const response = await send(`/routing/v1/${path}`, { headers })
  return { response, status: response.status, text: await response.text() }
}

const put = async (name: string, record: Uint8Array<ArrayBuffer>, type = RECORD_TYPE) => {
  const init = { method: 'PUT', headers: { 'Content-Type': type }, body: record }
  const response = await send(`/routing/v1/ipns/${name}`, init)
  return [response.status, await response.text()]
}

const bytesOf = (record: RecordVector) => Uint8Array.from(fromHex(record.hex))

describe('GET /routing/v1', () => {
  it.each([
    [`providers/${CID}`, '{"Providers":[]}'],
    [`peers/${PEER}`, '{"Peers":[]}'],
    ['peers/bafzbeidfdsvzyoihhlvpcmi2vlnjpyijzgxkdeiw26sdpmnopn2a4ejn4u', '{"Peers":[]}'],
  ])('says that nothing is known of %s, and keeps that for 15 seconds', async (path, expected) => {
    const { response, status, text } = await ask(path)

    expect([status, text]).toEqual([200, expected])
    expect(response.headers.get('Content-Type')).toBe('application/json')
    expect(response.headers.get('Cache-Control')).toBe(NOTHING_CACHING)
    expect(response.headers.get('Vary')).toContain('Accept')
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
  })

  it('answers with no line where lines are accepted', async () => {
    const { response, status, text } = await ask(`providers/${CID}`, {
      Accept: 'application/json;q=0.5, application/x-ndjson',
    })

    expect([status, text]).toEqual([200, ''])
    expect(response.headers.get('Content-Type')).toBe('application/x-ndjson')
  })

  it.each([
    ['providers/nonsense', 400, 'unable to parse CID: '],
    [`peers/%00`, 400, 'unable to parse PeerID '],
    ['ipns/nonsense', 400, 'peer ID CID is not valid: '],
    [`ipns/${CID}`, 400, 'peer ID CID is not valid: '],
    ['other', 404, '404 page not found'],
    ['', 404, '404 page not found'],
  ])('refuses %s', async (path, status, beginning) => {
    const refused = await ask(path)

    expect([refused.status, refused.text.slice(0, beginning.length)]).toEqual([status, beginning])
  })

  it('refuses media types that it does not have', async () => {
    const list = await ask(`providers/${CID}`, { Accept: 'text/html' })
    const record = await ask(`ipns/${NOBODY}`, { Accept: 'text/html' })

    expect([list.status, list.text]).toEqual([400, 'no supported content types'])
    expect(record.status).toBe(406)
  })

  it('refuses methods that change what it only shows', async () => {
    const statuses = await Promise.all(
      [`providers/${CID}`, `peers/${PEER}`].map(async (path) => {
        const response = await send(`/routing/v1/${path}`, { method: 'PUT', body: 'x' })
        await response.text()
        return response.status
      }),
    )

    expect(statuses).toEqual([405, 405])
  })
})

describe('the record of a name', () => {
  it('is 200 with a text where there is none', async () => {
    const { response, status, text } = await ask(`ipns/${NOBODY}`)

    expect([status, text]).toEqual([200, 'delegate error: routing: not found\n'])
    expect(response.headers.get('Content-Type')).toMatch(/^text\/plain/)
    expect(response.headers.get('Cache-Control')).toBe(NOTHING_CACHING)
  })

  it.each([RECORDS.rsa, RECORDS.secp256k1])(
    'is stored and served to every client: $about',
    async (record) => {
      expect(await put(record.name, bytesOf(record))).toEqual([200, ''])

      const response = await send(`/routing/v1/ipns/${record.name}`, { headers: { Accept: RECORD_TYPE } })

      expect(new Uint8Array(await response.arrayBuffer())).toEqual(fromHex(record.hex))
      expect(response.headers.get('Content-Type')).toBe(RECORD_TYPE)
      expect(response.headers.get('Cache-Control')).toMatch(
        /^public, max-age=\d+, stale-while-revalidate=\d+/,
      )
      expect(Date.parse(response.headers.get('Expires') ?? '')).toBeGreaterThan(0)
    },
  )

  it('is not stored if it is not valid, not of that name, too long, or of another type', async () => {
    const { ed25519, expired, rsa } = RECORDS
    const invalid = 'provided record is invalid: '

    expect(await put(expired.name, bytesOf(expired))).toEqual([400, `${invalid}record is expired`])
    expect(await put(rsa.name, bytesOf(ed25519))).toEqual([400, expect.stringContaining(invalid)])
    expect(await put(NOBODY, Uint8Array.of(1, 2, 3))).toEqual([400, expect.stringContaining(invalid)])
    expect(await put(NOBODY, new Uint8Array(0))).toEqual([400, expect.stringContaining(invalid)])
    expect(await put(NOBODY, new Uint8Array(10_241))).toEqual([
      400,
      'provided record is too long: record exceeds allowed size limit',
    ])
    expect(await put(NOBODY, bytesOf(ed25519), 'text/plain')).toEqual([406, expect.any(String)])
  })
})

it('lets pages of every origin ask', async () => {
  const response = await send(`/routing/v1/ipns/${NOBODY}`, {
    method: 'OPTIONS',
  })

  expect(response.status).toBe(204)
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect(response.headers.get('Access-Control-Allow-Methods')).toContain('PUT')
})
