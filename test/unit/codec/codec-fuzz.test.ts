import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as libraryCbor from '@ipld/dag-cbor'
import { describe, expect, it } from 'vitest'
import { readCar } from '../../../src/codec/car/read-car.ts'
import { decodeDagCbor } from '../../../src/codec/dag-cbor/decode-dag-cbor.ts'
import { encodeDagCbor } from '../../../src/codec/dag-cbor/encode-dag-cbor.ts'
import { decodeDagJson } from '../../../src/codec/dag-json/decode-dag-json.ts'
import { encodeDagJson } from '../../../src/codec/dag-json/encode-dag-json.ts'
import { decodeDagPbValue } from '../../../src/codec/dag-pb/dag-pb-value.ts'
import { damaged, fuzz, ROUNDS, SEED } from '../fuzz/fuzz.ts'
import type { Chance } from '../rpc/chance.ts'
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

const damagedOf = (codec: string) => {
  const blocks = blocksOf(codec)
  return (random: Chance) => damaged(random.oneOf(blocks), random)
}

describe(`decoders under ${ROUNDS} damaged blocks each, seed ${SEED}`, () => {
  it('dag-cbor: refuses with a typed error, or reads what the library reads and writes it again', async () => {
    await fuzz(damagedOf('dag-cbor'), (bytes) => {
      const value = decodeDagCbor(bytes)
      libraryCbor.decode(bytes)
      expect(decodeDagCbor(encodeDagCbor(value))).toEqual(value)
    })
  })

  it('dag-json: refuses with a typed error, or reads what is JSON and writes it again', async () => {
    await fuzz(damagedOf('dag-json'), (bytes) => {
      const value = decodeDagJson(bytes)
      JSON.parse(new TextDecoder().decode(bytes))
      expect(decodeDagJson(encodeDagJson(value))).toEqual(value)
    })
  })

  it('dag-pb: refuses with a typed error, or reads', async () => {
    await fuzz(damagedOf('dag-pb'), decodeDagPbValue)
  })

  it('CAR: refuses with a typed error, or reads to the end', async () => {
    const files = ['carv1-basic.car', 'carv2-basic.car', 'dag-stat.car'].map(
      (name) => new Uint8Array(readFileSync(join(folder, '../car/files', name))),
    )
    const read = async (bytes: Uint8Array, random: Chance) => {
      const { blocks } = await readCar(chunked(bytes, 1 + random.below(200)))
      for await (const _ of blocks);
    }
    await fuzz((random) => damaged(random.oneOf(files), random), read, ROUNDS / 10)
  })
})
