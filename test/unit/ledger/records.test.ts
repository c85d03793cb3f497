import { CID } from 'multiformats/cid'
import { sha256 } from 'multiformats/hashes/sha2'
import { describe, expect, it } from 'vitest'
import { decodeMessage, decodeRecord } from '../../../src/ledger/records/decode-record.ts'
import { encodeMessage, encodeRecord } from '../../../src/ledger/records/encode-record.ts'
import { messageFromJson, recordFromJson } from '../../../src/ledger/records/parse-json.ts'
import { toJson, toRestJson } from '../../../src/ledger/records/print-json.ts'
import { fromHex, toHex } from '../../requests/hex.ts'
import { vectors } from './vectors.ts'

const jsonBytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))

const refused = expect.objectContaining({
  name: 'DomainError',
  code: 'invalid-argument',
  details: { codespace: 'ledger', code: 3000 },
})

describe('valid vectors', () => {
  it.each(vectors.valid)('$id reads and writes both forms', ({ message, hex, canonicalHex, recordHex }) => {
    const bytes = fromHex(hex)

    expect(toHex(encodeMessage(message, decodeMessage(message, bytes)))).toBe(canonicalHex)
    expect(toHex(encodeRecord(message, decodeRecord(message, bytes)))).toBe(recordHex)
  })

  it.each(vectors.valid)(
    '$id prints canonical JSON and reads it back',
    ({ message, hex, json, ...vector }) => {
      expect(toJson(message, decodeMessage(message, fromHex(hex)))).toEqual(json)

      const read = messageFromJson(message, jsonBytes(json))
      const record = recordFromJson(message, jsonBytes(json))

      expect(toHex(encodeMessage(message, read))).toBe(vector.canonicalHex)
      expect(toHex(encodeRecord(message, record))).toBe(vector.recordHex)
    },
  )

  it.each(vectors.valid.filter(({ restJson }) => restJson !== undefined))(
    '$id prints the JSON of a REST gateway',
    ({ message, hex, restJson }) => {
      expect(toRestJson(message, decodeRecord(message, fromHex(hex)))).toEqual(restJson)
      expect(toRestJson(message, decodeMessage(message, fromHex(hex)))).toEqual(restJson)
    },
  )

  it.each(vectors.valid.filter(({ recordCidRaw }) => recordCidRaw !== undefined))(
    '$id has the content id of its stored form',
    async ({ message, hex, recordCidRaw }) => {
      const stored = encodeRecord(message, decodeRecord(message, fromHex(hex)))

      expect(CID.createV1(0x55, await sha256.digest(stored)).toString()).toBe(recordCidRaw)
    },
  )

  it.each(vectors.valid.filter(({ classes }) => !classes.includes('unknown')))(
    '$id is accepted by the strict reader',
    ({ message, hex, recordHex }) => {
      const record = decodeRecord(message, fromHex(hex), { strict: true })

      expect(toHex(encodeRecord(message, record))).toBe(recordHex)
    },
  )

  it.each(vectors.valid.filter(({ classes }) => classes.includes('unknown')))(
    '$id is refused by the strict reader',
    ({ message, hex }) => {
      expect(() => decodeRecord(message, fromHex(hex), { strict: true })).toThrow(refused)
    },
  )
})

describe('malformed vectors', () => {
  it.each(vectors.malformed)('$id is refused', ({ message, hex }) => {
    expect(() => decodeRecord(message, fromHex(hex))).toThrow(refused)
    expect(() => decodeRecord(message, fromHex(hex), { strict: true })).toThrow(refused)
    expect(() => decodeMessage(message, fromHex(hex))).toThrow(refused)
  })
})

describe('vectors for strict readers', () => {
  it.each(vectors.strictReject)('$id is refused by the strict reader', ({ message, hex }) => {
    expect(() => decodeRecord(message, fromHex(hex), { strict: true })).toThrow(refused)
  })

  it.each(vectors.strictReject.filter(({ id }) => id !== 'strict-varint-bits-above-64'))(
    '$id is read otherwise, and what is strange is dropped',
    ({ message, hex }) => {
      expect(toHex(encodeMessage(message, decodeMessage(message, fromHex(hex))))).toBe('')
    },
  )

  it('a varint over 64 bits is no number for any reader', () => {
    expect(() => decodeRecord('StateInfoIndex', fromHex('10ffffffffffffffffff02'))).toThrow(refused)
  })
})

describe('integers of 64 bits', () => {
  const whole = [0n, 1n, 2n ** 32n - 1n, 2n ** 32n, 2n ** 53n - 1n, 2n ** 53n + 1n, 2n ** 63n, 2n ** 64n - 1n]

  it.each(whole)('keep %s whole in bytes and in JSON', (index) => {
    const record = { rollappId: 'a_1-1', index }
    const json = jsonBytes(toJson('StateInfoIndex', record))

    expect(decodeRecord('StateInfoIndex', encodeRecord('StateInfoIndex', record))).toEqual(record)
    expect(recordFromJson('StateInfoIndex', json)).toEqual(record)
    expect(
      recordFromJson('StateInfoIndex', new TextEncoder().encode(`{"rollappId":"a_1-1","index":${index}}`)),
    ).toEqual(record)
  })

  it.each([-1n, 2n ** 64n])('refuse %s', (index) => {
    expect(() => encodeRecord('StateInfoIndex', { rollappId: '', index })).toThrow(refused)
    expect(() => recordFromJson('StateInfoIndex', jsonBytes({ index: String(index) }))).toThrow(refused)
  })
})

describe('the reader of bytes', () => {
  it.each([
    ['a string with a byte order mark', '0a05efbbbf61621001', { rollappId: '\ufeffab', index: 1n }],
    ['a length padded to five bytes', '0a818080800061', { rollappId: 'a', index: 0n }],
    ['a tag padded to five bytes', '908080800007', { rollappId: '', index: 7n }],
    ['a value padded to ten bytes', '1087808080808080808000', { rollappId: '', index: 7n }],
  ])('accepts %s', (_, hex, record) => {
    expect(decodeRecord('StateInfoIndex', fromHex(hex), { strict: true })).toEqual(record)
  })

  it('passes over groups in a message that has no fields', () => {
    expect(decodeRecord('MsgUpdateStateResponse', fromHex('0b08010c7b7c'))).toEqual({})
    expect(() => decodeRecord('MsgUpdateStateResponse', fromHex('0b14'))).toThrow(refused)
    expect(() => decodeRecord('MsgUpdateStateResponse', fromHex('0b0c'), { strict: true })).toThrow(refused)
  })

  it.each([
    ['a long string that is no UTF-8', `0a50${'61'.repeat(79)}ff`],
    ['half a surrogate pair', '0a03eda080'],
    ['a group without an end', '5308'],
    ['groups in groups beyond 100', `${'53'.repeat(101)}${'54'.repeat(101)}`],
    ['a group that ends behind its message', '0a0253'],
  ])('refuses %s', (_, hex) => {
    expect(() => decodeRecord('StateInfoIndex', fromHex(hex))).toThrow(refused)
  })

  it('bounds bytes and messages before it builds anything', () => {
    const many = fromHex('0a00'.repeat(1000))

    expect(() => decodeRecord('BlockDescriptors', many, { maxBytes: 1999 })).toThrow(refused)
    expect(() => decodeRecord('BlockDescriptors', many, { maxMessages: 999 })).toThrow(refused)
    expect(decodeRecord('BlockDescriptors', many, { maxBytes: 2000, maxMessages: 1000 }).BD).toHaveLength(
      1000,
    )
  })

  it('counts the texts and single numbers of a list like messages', () => {
    const texts = fromHex('3a0161'.repeat(10))
    const numbers = fromHex('0801'.repeat(10))

    expect(() => decodeRecord('MsgCreateRollapp', texts, { maxMessages: 9 })).toThrow(refused)
    expect(() => decodeRecord('QueryObsoleteDRSVersionsResponse', numbers, { maxMessages: 9 })).toThrow(
      refused,
    )
    const { permissionedAddresses } = decodeRecord('MsgCreateRollapp', texts, { maxMessages: 10 })
    expect(permissionedAddresses).toHaveLength(10)
  })

  it('bounds all values of a message in JSON', () => {
    const text = new TextEncoder().encode('{"permissionedAddresses":["a","b","c"]}')

    expect(() => recordFromJson('MsgCreateRollapp', text, { maxValues: 4 })).toThrow(refused)
    expect(recordFromJson('MsgCreateRollapp', text, { maxValues: 5 }).permissionedAddresses).toHaveLength(3)
  })

  it('keeps negative enum numbers and prints them as numbers', () => {
    const bytes = fromHex('10ffffffffffffffffff01')
    const summary = decodeRecord('StateInfoSummary', bytes)

    expect(summary.status).toBe(-1)
    expect(toHex(encodeMessage('StateInfoSummary', decodeMessage('StateInfoSummary', bytes)))).toBe(
      toHex(bytes),
    )
    expect(toJson('StateInfoSummary', summary)).toEqual({ stateInfoIndex: {}, status: -1 })
  })

  it('names the message that it cannot read', () => {
    expect(() => decodeRecord('StateInfo', fromHex('4a040a021080'), { strict: true })).toThrow(
      /Cannot read "BlockDescriptor"/,
    )
  })
})

describe('the reader of JSON', () => {
  it.each([
    ['declared names', 'Params', { dispute_period_in_blocks: '3' }, { disputePeriodInBlocks: '3' }],
    ['numbers for integers', 'StateInfoIndex', { index: 5 }, { index: '5' }],
    ['null for a default', 'StateInfoIndex', { rollappId: null, index: '5' }, { index: '5' }],
    ['enums by number', 'StateInfoSummary', { status: 2 }, { status: 'STATE_STATUS_FINALIZED' }],
    ['URL-safe base64', 'PageRequest', { key: '_-8' }, { key: '/+8=' }],
  ] as const)('accepts %s', (_, name, options, canonical) => {
    expect(toJson(name, messageFromJson(name, jsonBytes(options)))).toEqual(canonical)
  })

  it('accepts a number with a fraction or an exponent where it is whole', () => {
    const text = new TextEncoder().encode('{"finalizationHeight":5e3,"finalizationQueue":[{"index":2.0}]}')

    expect(recordFromJson('BlockHeightToFinalizationQueue', text)).toEqual({
      finalizationHeight: 5000n,
      finalizationQueue: [{ rollappId: '', index: 2n }],
    })
  })

  it.each([
    ['an unknown field', 'StateInfoIndex', '{"indx":"1"}'],
    ['a field under both its names', 'Params', '{"rollappsEnabled":true,"rollapps_enabled":true}'],
    ['a field twice', 'StateInfoIndex', '{"index":"1","index":"2"}'],
    ['a fraction', 'StateInfoIndex', '{"index":1.5}'],
    ['a number that was rounded', 'StateInfoIndex', '{"index":1e17}'],
    ['an empty text for a number', 'StateInfoIndex', '{"index":""}'],
    ['a hexadecimal text for a number', 'StateInfoIndex', '{"index":"0x10"}'],
    ['a number for a text', 'StateInfoIndex', '{"rollappId":1}'],
    ['an unknown enum name', 'StateInfoSummary', '{"status":"FINALIZED"}'],
    ['an enum over 32 bits', 'StateInfoSummary', '{"status":4294967296}'],
    ['bad base64', 'PageRequest', '{"key":"a"}'],
    ['an uint32 over its range', 'QueryObsoleteDRSVersionsResponse', '{"drsVersions":[4294967296]}'],
    ['null in a list', 'BlockDescriptors', '{"BD":[null]}'],
    ['an object for a list', 'BlockDescriptors', '{"BD":{}}'],
    ['a list for a message', 'StateInfo', '{"BDs":[]}'],
    ['half a surrogate pair', 'StateInfoIndex', '{"rollappId":"\\ud800"}'],
    ['no object', 'StateInfoIndex', '[]'],
    ['no JSON', 'StateInfoIndex', '{'],
  ] as const)('refuses %s', (_, name, text) => {
    expect(() => recordFromJson(name, new TextEncoder().encode(text))).toThrow(refused)
  })
})

describe('the writer', () => {
  it('refuses a text that is no Unicode', () => {
    expect(() => encodeRecord('StateInfoIndex', { rollappId: '\ud800', index: 1n })).toThrow(refused)
  })

  it('gives bytes of their own', () => {
    const bytes = encodeRecord('StateInfoIndex', { rollappId: 'a', index: 1n })

    expect(bytes.constructor).toBe(Uint8Array)
    expect(bytes.buffer.byteLength).toBe(bytes.byteLength)
  })
})
