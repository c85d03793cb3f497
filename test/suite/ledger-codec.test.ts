import { describe, expect, it } from 'vitest'
import { send } from '#host'
import vectors from '../fixtures/ledger/vectors.json' with { type: 'json' }
import { file, form } from '../requests/form.ts'
import { fromHex, toHex } from '../requests/hex.ts'
import { sampleOnHosts } from '../requests/sample-on-hosts.ts'

/** Of so many inputs that the core judges the other hosts get one. */
const EVERY = 4

const decode = (message: string, hex: string, options = '') =>
  send(`/api/v0/ledger/decode?arg=${message}${options}`, form(file('', fromHex(hex))))

const encode = (message: string, json: string, options = '') =>
  send(`/api/v0/ledger/encode?arg=${message}${options}`, form(file('', json)))

const REFUSED = {
  Message: expect.stringContaining('Cannot read "'),
  Code: 1,
  Type: 'error',
  Details: { codespace: 'ledger', code: 3000 },
}

describe('POST /api/v0/ledger/decode', () => {
  it.each(sampleOnHosts(vectors.valid, EVERY))(
    'answers $id as canonical JSON',
    async ({ message, hex, json }) => {
      const response = await decode(message, hex)

      expect(response.status).toBe(200)
      expect(await response.json()).toEqual(json)
    },
  )

  it.each(sampleOnHosts(vectors.malformed, EVERY))('answers 400 to $id', async ({ message, hex }) => {
    const response = await decode(message, hex)

    expect(response.status).toBe(400)
    expect(await response.json()).toEqual(REFUSED)
  })

  it.each(sampleOnHosts(vectors.strictReject, EVERY))(
    'answers 400 to $id when it is strict',
    async ({ message, hex }) => {
      const response = await decode(message, hex, '&strict=true')

      expect(response.status).toBe(400)
      expect(await response.json()).toEqual(REFUSED)
    },
  )

  it('passes over what is unknown when it is not strict', async () => {
    const response = await decode('MsgUpdateState', '4001')

    expect(await response.json()).toEqual({})
  })

  it('answers 400 to a type that there is not', async () => {
    const response = await decode('constructor', '')

    expect(response.status).toBe(400)
    expect(await response.json()).toEqual(REFUSED)
  })

  it('answers 400 to more bytes than it reads', async () => {
    const init = form(file('', new Uint8Array(8 * 1024 * 1024 + 1)))

    const response = await send('/api/v0/ledger/decode?arg=StateInfo', init)

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ Code: 1 })
  })
})

describe('POST /api/v0/ledger/encode', () => {
  it.each(sampleOnHosts(vectors.valid, EVERY))(
    'answers $id in the stored form',
    async ({ message, json, recordHex }) => {
      const response = await encode(message, JSON.stringify(json))

      expect(response.status).toBe(200)
      expect(response.headers.get('Content-Type')).toBe('application/x-protobuf')
      expect(toHex(new Uint8Array(await response.arrayBuffer()))).toBe(recordHex)
    },
  )

  it.each(sampleOnHosts(vectors.valid, EVERY))(
    'answers $id in the plain form',
    async ({ message, json, canonicalHex }) => {
      const response = await encode(message, JSON.stringify(json), '&form=plain')

      expect(toHex(new Uint8Array(await response.arrayBuffer()))).toBe(canonicalHex)
    },
  )

  it.each(vectors.valid.filter(({ recordCidRaw }) => recordCidRaw !== undefined))(
    'answers $id in bytes that have the written-down CID on every host',
    async ({ message, json, recordCidRaw }) => {
      const bytes = new Uint8Array(await (await encode(message, JSON.stringify(json))).arrayBuffer())

      const put = await send('/api/v0/block/put?cid-codec=raw&mhtype=sha2-256', form(file('', bytes)))

      expect(await put.json()).toMatchObject({ Key: recordCidRaw })
    },
  )

  it('keeps integers of 64 bits whole, as texts and as numbers', async () => {
    for (const index of ['9007199254740993', '18446744073709551615']) {
      const answers = await Promise.all([`"${index}"`, index].map((value) => encodedIndex(value)))

      for (const bytes of answers) {
        const decoded = await decode('StateInfoIndex', bytes)
        expect(await decoded.json()).toEqual({ index })
      }
    }
  })

  it.each([
    ['an unknown field', '{"indx":"1"}'],
    ['an integer over 64 bits', '{"index":"18446744073709551616"}'],
    ['no JSON', '{"index":'],
  ])('answers 400 to %s', async (_, json) => {
    const response = await encode('StateInfoIndex', json)

    expect(response.status).toBe(400)
    expect(await response.json()).toEqual(REFUSED)
  })

  it('answers 400 to a form that there is not', async () => {
    expect((await encode('StateInfo', '{}', '&form=canonical')).status).toBe(400)
  })
})

async function encodedIndex(value: string): Promise<string> {
  const response = await encode('StateInfoIndex', `{"index":${value}}`)
  return toHex(new Uint8Array(await response.arrayBuffer()))
}
