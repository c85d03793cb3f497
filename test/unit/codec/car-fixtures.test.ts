import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CarReader, CarWriter } from '@ipld/car'
import { describe, expect, it } from 'vitest'
import { readCar } from '../../../src/codec/car/read-car.ts'
import { writeCar } from '../../../src/codec/car/write-car.ts'
import { verifyBlock } from '../../../src/codec/cid/multihash.ts'
import type { Block } from '../../../src/ports/blockstore.ts'
import { chunked } from './chunked.ts'

interface CarFacts {
  readonly file: string
  readonly kind?: 'index'
  readonly expect: 'ok' | 'malformed'
  readonly version: number
  readonly roots: readonly string[]
  readonly sections: number
  readonly blockBytes: number
  readonly cidListSha256: string
}

const folder = join(import.meta.dirname, '../../fixtures/car')
const table = <T>(name: string): T => JSON.parse(readFileSync(join(folder, name), 'utf8'))
const { cars } = table<{ readonly cars: readonly CarFacts[] }>('cars.json')
const { cases } = table<{ readonly cases: readonly { name: string; hex: string; expect: string }[] }>(
  'small.json',
)
const bytesOf = (file: string) => new Uint8Array(readFileSync(join(folder, file)))

const good = cars.filter((car) => car.expect === 'ok')
const malformed = cars.filter((car) => car.expect === 'malformed')

describe('CAR files of the public sets', () => {
  it.each(good.map((car) => [car.file, car] as const))('reads %s as counted', async (file, facts) => {
    const { version, roots, blocks } = await readCar(chunked(bytesOf(file), 1000))
    const read = await all(blocks)
    for (const { cid, bytes } of read) await verifyBlock(cid, bytes)

    expect(version).toBe(facts.version)
    expect(roots.map(String)).toEqual(facts.roots)
    expect(read).toHaveLength(facts.sections)
    expect(read.reduce((sum, { bytes }) => sum + bytes.byteLength, 0)).toBe(facts.blockBytes)
    expect(sha256(read.map(({ cid }) => `${cid}\n`).join(''))).toBe(facts.cidListSha256)
  })

  it.each(malformed.map((car) => [car.file, car] as const))(
    'refuses %s where it is wrong',
    async (file, facts) => {
      const read: Block[] = []
      const reading = (async () => {
        const { blocks } = await readCar(chunked(bytesOf(file), 1000))
        for await (const block of blocks) read.push(block)
      })()

      await expect(reading).rejects.toMatchObject({ code: expect.stringMatching(/^(corrupt|unsupported)$/) })
      expect(read).toHaveLength(facts.sections)
    },
  )

  it.each(cases.map((one) => [one.name, one] as const))(
    'reads or refuses: %s',
    async (_, { hex, expect: verdict }) => {
      const reading = (async () => {
        const { blocks } = await readCar(chunked(new Uint8Array(Buffer.from(hex, 'hex')), 7))
        for (const { cid, bytes } of await all(blocks)) await verifyBlock(cid, bytes)
      })()

      if (verdict === 'ok') await reading
      else
        await expect(reading).rejects.toMatchObject({
          code: expect.stringMatching(/^(corrupt|unsupported)$/),
        })
    },
  )
})

describe('CAR files of @ipld/car', () => {
  it.each(good.filter(({ version }) => version === 1).map((car) => [car.file]))(
    'writes %s anew, byte for byte',
    async (file) => {
      const original = bytesOf(file)
      const { roots, blocks } = await readCar(chunked(original, 4096))

      expect(await joined(writeCar(roots, blocks))).toEqual(original)
    },
  )

  it.each(good.map((car) => [car.file]))('writes %s so that its reader finds the same', async (file) => {
    const theirs = await CarReader.fromBytes(bytesOf(file))
    const { roots, blocks } = await readCar(chunked(bytesOf(file), 333))

    const again = await CarReader.fromBytes(await joined(writeCar(roots, blocks)))

    expect((await again.getRoots()).map(String)).toEqual((await theirs.getRoots()).map(String))
    expect(await listed(again.blocks())).toEqual(await listed(theirs.blocks()))
  })

  it('reads what its writer wrote', async () => {
    const { roots, blocks } = await readCar(chunked(bytesOf('files/carv1-basic.car')))
    const { writer, out } = CarWriter.create([...roots])
    const written = joined(out)
    for await (const block of blocks) await writer.put(block)
    await writer.close()

    const again = await readCar(chunked(await written, 100))

    expect(again.roots.map(String)).toEqual(roots.map(String))
    expect(await listed(again.blocks)).toHaveLength(8)
  })
})

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}

async function listed(
  blocks: AsyncIterable<Pick<Block, 'bytes'> & { readonly cid: object }>,
): Promise<string[]> {
  return (await all(blocks)).map(({ cid, bytes }) => `${cid} ${sha256(bytes)}`)
}

async function joined(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  return new Uint8Array(Buffer.concat(await all(pieces)))
}

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}
