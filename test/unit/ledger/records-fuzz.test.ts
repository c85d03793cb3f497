import { describe, expect, it } from 'vitest'
import { type MessageName, SCHEMA } from '../../../proto/gen/ledger-schema.ts'
import { isDomainError } from '../../../src/errors.ts'
import { decodeMessage, decodeRecord } from '../../../src/ledger/records/decode-record.ts'
import { encodeMessage, encodeRecord } from '../../../src/ledger/records/encode-record.ts'

import type { FieldValue, Message } from '../../../src/ledger/records/message.ts'
import { messageFromJson, recordFromJson } from '../../../src/ledger/records/parse-json.ts'
import { toJson } from '../../../src/ledger/records/print-json.ts'
import { fromHex, toHex } from '../../requests/hex.ts'
import { libraryType } from '../../requests/protobuf-library.ts'
import { damaged, damagedText, fuzz, ROUNDS, SEED } from '../fuzz/fuzz.ts'
import type { Chance } from '../rpc/chance.ts'
import { vectors } from './vectors.ts'

const whole = [...vectors.valid, ...vectors.malformed, ...vectors.strictReject].map(({ message, hex }) => ({
  message,
  bytes: fromHex(hex),
}))

const NAMES = Object.keys(SCHEMA) as MessageName[]

describe(`records under damage, seed ${SEED}`, () => {
  it(`are refused with a typed error, or read to one canonical form (${ROUNDS} rounds)`, () =>
    fuzz(
      (random) => damagedRecord(random),
      ({ message, bytes }) => {
        const record = decodeRecord(message, bytes)
        refusingNothing(() => {
          const stored = encodeRecord(message, record)
          const plain = encodeMessage(message, decodeMessage(message, bytes))

          expect(decodeRecord(message, stored, { strict: true })).toEqual(record)
          expect(decodeRecord(message, plain, { strict: true })).toEqual(record)
          expect(encodeRecord(message, decodeRecord(message, plain))).toEqual(stored)
        })
      },
    ))

  it(`that are read say the same to the library (${ROUNDS} rounds)`, () =>
    fuzz(
      (random) => damagedRecord(random),
      ({ message, bytes }) => {
        const plain = encodeMessage(message, decodeMessage(message, bytes))

        expect(toldByLibrary(message, bytes)).toEqual(toldByLibrary(message, plain))
      },
    ))

  it(`that the strict reader accepts are accepted by the other one (${ROUNDS} rounds)`, () =>
    fuzz(
      (random) => damagedRecord(random),
      ({ message, bytes }) => {
        const record = decodeRecord(message, bytes, { strict: true })

        expect(refusingNothing(() => decodeRecord(message, bytes))).toEqual(record)
      },
    ))

  it(`in JSON are refused with a typed error, or read to one canonical text (${ROUNDS} rounds)`, () =>
    fuzz(
      (random) => {
        const { message, json } = random.oneOf(vectors.valid)
        return { message, text: damagedText(JSON.stringify(json), random) }
      },
      ({ message, text }) => {
        const read = messageFromJson(message, new TextEncoder().encode(text))
        const again = new TextEncoder().encode(JSON.stringify(toJson(message, read)))

        expect(refusingNothing(() => messageFromJson(message, again))).toEqual(read)
      },
    ))
})

describe(`records of any value, seed ${SEED}`, () => {
  it(`survive bytes and JSON (${ROUNDS} rounds)`, () =>
    fuzz(
      (random) => {
        const name = random.oneOf(NAMES)
        return { name, message: anyMessage(name, random) }
      },
      ({ name, message }) => {
        const bytes = refusingNothing(() => encodeMessage(name, message))
        const json = new TextEncoder().encode(JSON.stringify(toJson(name, message)))

        expect(refusingNothing(() => decodeMessage(name, bytes, { strict: true }))).toEqual(message)
        expect(toHex(bytes)).toBe(toHex(writtenByLibrary(name, bytes)))
        expect(refusingNothing(() => messageFromJson(name, json))).toEqual(message)
        expect(refusingNothing(() => recordFromJson(name, json))).toEqual(decodeRecord(name, bytes))
      },
    ))
})

function damagedRecord(random: Chance): { message: MessageName; bytes: Uint8Array } {
  const { message, bytes } = random.oneOf(whole)
  return { message, bytes: damaged(bytes, random) }
}

function toldByLibrary(name: MessageName, bytes: Uint8Array): unknown {
  const type = libraryType(name)
  return type.toObject(type.decode(bytes), { longs: String, bytes: String, defaults: true })
}

function writtenByLibrary(name: MessageName, bytes: Uint8Array): Uint8Array {
  const type = libraryType(name)
  return type.encode(type.decode(bytes)).finish()
}

/** A typed error is no answer here. */
function refusingNothing<T>(act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw isDomainError(error) ? new Error(error.message) : error
  }
}

const INTEGERS = [0n, 1n, 127n, 128n, 2n ** 32n, 2n ** 53n - 1n, 2n ** 53n + 1n, 2n ** 63n, 2n ** 64n - 1n]
const TEXTS = ['', 'a_1-1', 'é\u0000"\\\n', '\ufeff', '🚀'.repeat(40), '__proto__']

function anyMessage(name: MessageName, random: Chance): Message {
  const message: Record<string, FieldValue> = {}
  for (const field of SCHEMA[name]) {
    const any = (): FieldValue => {
      switch (field.type) {
        case 'message':
          return anyMessage(field.of, random)
        case 'uint64':
          return random.oneOf(INTEGERS)
        case 'uint32':
          return random.oneOf([0, 1, 2 ** 31, 2 ** 32 - 1])
        case 'enum':
          return random.oneOf([0, 1, 2, 3, -1, 2 ** 31 - 1, -(2 ** 31)])
        case 'bool':
          return random.oneOf([true, false])
        case 'string':
          return random.oneOf(TEXTS)
        case 'bytes':
          return Uint8Array.from({ length: random.below(40) }, () => random.below(256))
      }
    }
    if (field.repeated) message[field.name] = Array.from({ length: random.below(4) }, any)
    else if (field.type !== 'message' || random.below(3) > 0) message[field.name] = any()
  }
  return message
}
