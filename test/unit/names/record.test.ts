import { describe, expect, it } from 'vitest'
import { parsePeerId, peerIdOfPublicKey } from '../../../src/codec/cid/peer-id.ts'
import { isDomainError } from '../../../src/errors.ts'
import type { PrivateKey } from '../../../src/keys/key-message.ts'
import { generateKey } from '../../../src/keys/private-key.ts'
import { seededRandom } from '../../../src/memory/seeded-random.ts'
import { checkRecord, compareRecords, remainingMs } from '../../../src/names/record/check-record.ts'
import { decodeNameRecord } from '../../../src/names/record/name-record.ts'
import { readRecordMessage, writeRecordMessage } from '../../../src/names/record/record-message.ts'
import { recordPath } from '../../../src/names/record/record-path.ts'
import { type RecordContent, signRecord } from '../../../src/names/record/sign-record.ts'
import records from '../../fixtures/names/records.json' with { type: 'json' }
import { fromHex } from '../../requests/hex.ts'

const NOW = Date.UTC(2026, 10, 22, 14)
const [ed25519] = records.valid
if (!ed25519) throw new Error('the fixture has moved')

const newKey = () => generateKey('ed25519', { random: seededRandom(7) })
const signed = (key: PrivateKey, content: Partial<RecordContent> = {}) =>
  signRecord(key, {
    path: '/ipfs/bafkqaaa',
    sequence: 0n,
    endsMs: NOW + 1000,
    ttlNs: 0n,
    hasV1: true,
    ...content,
  })
const checked = async (bytes: Uint8Array, key: PrivateKey, nowMs = NOW) =>
  checkRecord(decodeNameRecord(bytes), { name: peerIdOfPublicKey(key.publicKey), nowMs })

describe('name records', () => {
  it.each([...records.valid, records.newer])(
    'of another implementation are valid: $about',
    async (vector) => {
      const record = decodeNameRecord(fromHex(vector.hex))

      await checkRecord(record, { name: parsePeerId(vector.name), nowMs: NOW })
      expect([recordPath(record), record.sequence]).toEqual([vector.path, BigInt(vector.sequence)])
      expect(writeRecordMessage(record.message)).toEqual(record.bytes)
    },
  )

  it('are made of the same bytes as those of another implementation, but for what is signed', async () => {
    const theirs = readRecordMessage(fromHex(ed25519.hex))
    const ours = readRecordMessage(
      await signed(await newKey(), {
        path: ed25519.path,
        endsMs: Date.parse(ed25519.validity),
        ttlNs: 3_600_000_000_000n,
      }),
    )

    expect({ ...ours, data: undefined, validity: undefined }).toEqual({
      ...theirs,
      data: undefined,
      validity: undefined,
      signatureV1: expect.any(Uint8Array),
      signatureV2: expect.any(Uint8Array),
    })
    expect(ours.data?.byteLength).toBe((theirs.data?.byteLength ?? 0) - 6)
  })

  it('end at their time', async () => {
    const vector = records.expired
    const record = decodeNameRecord(fromHex(vector.hex))
    const name = parsePeerId(vector.name)

    await checkRecord(record, { name, nowMs: Date.parse(vector.validity) })
    await expect(checkRecord(record, { name, nowMs: Date.parse(vector.validity) + 1 })).rejects.toMatchObject(
      {
        code: 'failed-precondition',
        message: 'record is expired',
      },
    )
    expect(remainingMs(record, Date.parse('2026-11-22T13:39:11Z'))).toBe(547.562798)
  })

  it('hold numbers of 64 bits, dates far in the future and the longest validity', async () => {
    const key = await newKey()
    const most = { sequence: 2n ** 64n - 1n, ttlNs: 2n ** 63n - 1n, endsMs: Date.UTC(9999, 11, 31) }
    const bytes = await signed(key, most)
    const record = decodeNameRecord(bytes)

    await checked(bytes, key)
    expect([record.sequence, record.ttlNs]).toEqual([most.sequence, most.ttlNs])
    expect(compareRecords(record, decodeNameRecord(await signed(key, { sequence: 2n ** 63n })))).toBe(1)
  })

  it('are newer by their number, then by their end', async () => {
    const key = await newKey()
    const [first, later, next] = await Promise.all(
      [{}, { endsMs: NOW + 2000 }, { sequence: 1n }].map(async (content) =>
        decodeNameRecord(await signed(key, content)),
      ),
    )
    if (!first || !later || !next) throw new Error('no record')

    expect([
      compareRecords(first, first),
      compareRecords(later, first),
      compareRecords(later, next),
      compareRecords(next, first),
    ]).toEqual([0, 1, -1, 1])
  })

  it('are refused with any byte changed, or cut anywhere', async () => {
    const key = await newKey()
    const bytes = await signed(key, { hasV1: false })

    for (let at = 0; at < bytes.byteLength; at += 1) {
      const changed = bytes.slice()
      changed[at] = (changed[at] ?? 0) ^ 0x21
      for (const broken of [changed, bytes.slice(0, at)]) {
        const error = await refusal(broken, key)
        expect([at, isDomainError(error)]).toEqual([at, true])
      }
    }
  })

  it('are refused when the old fields say something else', async () => {
    const key = await newKey()
    const message = readRecordMessage(await signed(key))

    for (const [name, field] of Object.entries({
      Value: { value: new TextEncoder().encode('/ipfs/bafkqabi') },
      Validity: { validity: new TextEncoder().encode('2140-12-21T05:39:07Z') },
      ValidityType: { validityType: 1n },
      Sequence: { sequence: 9n },
      TTL: { ttlNs: 9n },
    })) {
      expect(await refusal(writeRecordMessage({ ...message, ...field }), key)).toMatchObject({
        code: 'corrupt',
        message: `field "${name}" did not match between protobuf and CBOR`,
      })
    }
  })

  it.each([
    ['without a signature', { signatureV2: undefined }, 'signature verification failed'],
    ['without data', { data: undefined }, 'record is malformed\nrecord is missing the dag-cbor data field'],
    [
      'with data that is no map',
      { data: Uint8Array.of(0x80) },
      'record is malformed\ndata is no map of dag-cbor',
    ],
    [
      'with another key',
      { publicKey: Uint8Array.of(8, 1, 18, 0) },
      'record public key does not match the expected public key',
    ],
  ])('are refused %s', async (_, field, message) => {
    const key = await newKey()
    const whole = readRecordMessage(await signed(key))

    expect(await refusal(writeRecordMessage({ ...whole, ...field }), key)).toMatchObject({ message })
  })

  it('are refused with a life below zero', async () => {
    const key = await newKey()

    expect(await refusal(await signed(key, { ttlNs: -1n, hasV1: false }), key)).toMatchObject({
      message: 'record is malformed: negative TTL',
    })
  })

  it.each([
    ['', '/ipfs/bafkqaaa'],
    ['/ipns/example.org/a', '/ipns/example.org/a'],
    ['no path', undefined],
    ['/nothing/of/this', undefined],
    ['/ipfs/', undefined],
  ])('of the value %j stand for %j', async (path, expected) => {
    const record = decodeNameRecord(await signed(await newKey(), { path }))

    if (expected !== undefined) expect(recordPath(record)).toBe(expected)
    else expect(() => recordPath(record)).toThrow('value is not a valid content path')
  })
})

async function refusal(bytes: Uint8Array, key: PrivateKey): Promise<unknown> {
  try {
    await checked(bytes, key)
  } catch (error) {
    return error
  }
  return undefined
}
