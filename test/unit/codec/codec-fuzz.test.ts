import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as libraryCbor from '@ipld/dag-cbor'
import { describe, expect, it } from 'vitest'
import { readCar } from '../../../src/codec/car.ts'
import { decodeDagPbValue } from '../../../src/codec/dag-pb-value.ts'
import { decodeDagCbor } from '../../../src/codec/decode-dag-cbor.ts'
import { decodeDagJson } from '../../../src/codec/decode-dag-json.ts'
import { encodeDagCbor } from '../../../src/codec/encode-dag-cbor.ts'
import { encodeDagJson } from '../../../src/codec/encode-dag-json.ts'
import { DomainError } from '../../../src/errors.ts'
import { type Chance, chance } from '../rpc/chance.ts'
import { chunked } from './chunked.ts'

const folder = join(import.meta.dirname, '../../fixtures/codec')
const { cases } = JSON.parse(readFileSync(join(folder, 'cases.json'), 'utf8')) as {
  readonly cases: readonly { readonly forms: Readonly<Record<string, { readonly file: string }>> }[]
}
const blocksOf = (codec: string) =>
  cases.flatMap(({ forms }) => {
    const form = forms[codec]
    return form ? [new Uint8Array(readFileSync(join(folder, form.file)))] : []
  })

/** A longer run by hand: `TIDEPOOL_FUZZ=1000000 TIDEPOOL_SEED=…`. */
const ROUNDS = Number(process.env['TIDEPOOL_FUZZ'] ?? 4000)
const SEED = Number(process.env['TIDEPOOL_SEED'] ?? 0xda6)

describe(`decoders under ${ROUNDS} damaged blocks each, seed ${SEED}`, () => {
  it('dag-cbor: refuses with a typed error, or reads what the library reads and writes it again', () => {
    fuzz(blocksOf('dag-cbor'), (bytes) => {
      const value = decodeDagCbor(bytes)
      libraryCbor.decode(bytes)
      expect(decodeDagCbor(encodeDagCbor(value))).toEqual(value)
    })
  })

  it('dag-json: refuses with a typed error, or reads what is JSON and writes it again', () => {
    fuzz(blocksOf('dag-json'), (bytes) => {
      const value = decodeDagJson(bytes)
      JSON.parse(new TextDecoder().decode(bytes))
      expect(decodeDagJson(encodeDagJson(value))).toEqual(value)
    })
  })

  it('dag-pb: refuses with a typed error, or reads', () => {
    fuzz(blocksOf('dag-pb'), decodeDagPbValue)
  })

  it('CAR: refuses with a typed error, or reads to the end', async () => {
    const files = ['carv1-basic.car', 'carv2-basic.car', 'dag-stat.car'].map(
      (name) => new Uint8Array(readFileSync(join(folder, '../car/files', name))),
    )
    const random = chance(SEED)
    for (let round = 0; round < ROUNDS / 10; round += 1) {
      const bytes = damaged(random.oneOf(files), random)
      const reading = (async () => {
        const { blocks } = await readCar(chunked(bytes, 1 + random.below(200)))
        for await (const _ of blocks);
      })()
      await reading.catch((error) => expectTyped(error, round, bytes))
    }
  })
})

/** `read` may throw a typed error from our decoder; what it throws besides is a finding. */
function fuzz(blocks: readonly Uint8Array[], read: (bytes: Uint8Array) => void): void {
  const random = chance(SEED)
  for (let round = 0; round < ROUNDS; round += 1) {
    const bytes = damaged(random.oneOf(blocks), random)
    try {
      read(bytes)
    } catch (error) {
      expectTyped(error, round, bytes)
    }
  }
}

function expectTyped(error: unknown, round: number, bytes: Uint8Array): void {
  const label = `seed ${SEED}, round ${round}: ${Buffer.from(bytes).toString('hex')}`
  expect(error, label).toBeInstanceOf(DomainError)
}

/** Bytes changed, cut out, put in twice, or set to what lengths and heads are made of. */
function damaged(block: Uint8Array, random: Chance): Uint8Array {
  let bytes = Array.from(block)
  for (let left = 1 + random.below(4); left > 0; left -= 1) {
    const at = random.below(bytes.length + 1)
    const count = random.below(8)
    const way = random.below(4)
    if (way === 0) bytes[at] = random.below(256)
    if (way === 1) bytes.splice(at, count)
    if (way === 2) bytes.splice(at, 0, ...bytes.slice(at, at + count))
    if (way === 3)
      bytes.splice(at, 1, random.oneOf([0x00, 0x5f, 0x7f, 0x9b, 0xbb, 0xd8, 0xf7, 0xfb, 0xff, 0x22]))
  }
  if (random.below(10) === 0) bytes = bytes.slice(0, random.below(bytes.length + 1))
  return Uint8Array.from(bytes)
}
