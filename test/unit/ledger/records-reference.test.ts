import { describe, expect, it } from 'vitest'
import { type MessageName, SCHEMA } from '../../../proto/gen/ledger-schema.ts'
import { isDomainError } from '../../../src/errors.ts'
import { decodeMessage } from '../../../src/ledger/records/decode-record.ts'
import type { Message } from '../../../src/ledger/records/message.ts'
import { toJson, toRestJson } from '../../../src/ledger/records/print-json.ts'
import { damaged, fuzz, ROUNDS, SEED } from '../fuzz/fuzz.ts'
import { oddWire } from './odd-wire.ts'
import { Refused, referenceRead } from './reference-reader.ts'

const NAMES = Object.keys(SCHEMA) as MessageName[]

/** All that a message says in both JSON forms, or `refused`. */
function told(name: MessageName, read: () => Message): unknown {
  try {
    const message = read()
    return [toJson(name, message), toRestJson(name, message)]
  } catch (error) {
    if (error instanceof Refused || isDomainError(error)) return 'refused'
    throw error
  }
}

describe(`the reader of bytes, beside one that goes by the rules alone, seed ${SEED}`, () => {
  it.each([false, true])(`says the same of odd messages, strict %s (${ROUNDS} rounds)`, (strict) =>
    fuzz(
      (random) => {
        const name = random.oneOf(NAMES)
        const bytes = Uint8Array.from(oddWire(name, random))
        return { name, bytes: random.below(10) > 0 ? bytes : damaged(bytes, random) }
      },
      ({ name, bytes }) => {
        const expected = told(name, () => referenceRead(name, bytes, { strict }))

        expect(told(name, () => decodeMessage(name, bytes, { strict }))).toEqual(expected)
      },
    ),
  )
})
