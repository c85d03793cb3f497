import { describe, expect, it } from 'vitest'
import { parsePeerId } from '../../../src/codec/cid/peer-id.ts'
import { checkRecord } from '../../../src/names/record/check-record.ts'
import { decodeNameRecord } from '../../../src/names/record/name-record.ts'
import { recordPath } from '../../../src/names/record/record-path.ts'
import records from '../../fixtures/names/records.json' with { type: 'json' }
import { fromHex } from '../../requests/hex.ts'
import { damaged, fuzz, ROUNDS, SEED } from './fuzz.ts'

const NOW = Date.UTC(2026, 10, 22, 14)
const SIGNED = records.valid.map(({ name, hex, ...said }) => ({
  ...said,
  name: parsePeerId(name),
  bytes: fromHex(hex),
}))

describe(`name records under damage, seed ${SEED}`, () => {
  it(`refuse, or say what was signed (${ROUNDS} rounds)`, () =>
    fuzz(
      (random) => {
        const signed = random.oneOf(SIGNED)
        return { ...signed, bytes: damaged(signed.bytes, random) }
      },
      async ({ name, bytes, path, sequence, validity }) => {
        const record = decodeNameRecord(bytes)
        await checkRecord(record, { name, nowMs: NOW })
        expect([recordPath(record), record.sequence, record.validity]).toEqual([
          path,
          BigInt(sequence),
          validity,
        ])
      },
    ))
})
