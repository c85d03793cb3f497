import { CarReader } from '@ipld/car'
import { describe, expect, it } from 'vitest'
import { readCar } from '../../../src/codec/car/read-car.ts'
import { writeCar } from '../../../src/codec/car/write-car.ts'
import type { Block } from '../../../src/ports/blockstore.ts'
import { rawFile } from '../../requests/stored-tree.ts'

const blocks = (await Promise.all(Array.from({ length: 6 }, (_, at) => rawFile(`block ${at}`)))).flatMap(
  (tree) => tree.blocks,
)

/** So many blocks, then an error. */
async function* failingAfter(count: number): AsyncGenerator<Block, void> {
  yield* blocks.slice(0, count)
  throw new Error('lost')
}

/** What was written before the end or the error. */
async function written(source: AsyncIterable<Block>) {
  const pieces: Uint8Array[] = []
  let error: unknown
  try {
    for await (const piece of writeCar([], source)) pieces.push(piece)
  } catch (thrown) {
    error = thrown
  }
  return { bytes: new Uint8Array(Buffer.concat(pieces)), error }
}

async function countOf(bytes: Uint8Array<ArrayBuffer>): Promise<number> {
  let count = 0
  for await (const _ of (await readCar(new Blob([bytes]).stream())).blocks) count += 1
  return count
}

async function* of(count: number): AsyncGenerator<Block, void> {
  yield* blocks.slice(0, count)
}

describe('writeCar', () => {
  it.each([0, 1, 3, 4, 5, 6])('writes all of %i blocks', async (count) => {
    const { bytes, error } = await written(of(count))

    const cids = []
    for await (const { cid } of await CarReader.fromBytes(bytes).then((car) => car.blocks())) {
      cids.push(String(cid))
    }
    expect(error).toBeUndefined()
    expect(cids).toEqual(blocks.slice(0, count).map(({ cid }) => String(cid)))
  })

  it.each([0, 1, 2, 3])('writes nothing when the block after %i fails', async (count) => {
    const { bytes, error } = await written(failingAfter(count))

    expect(error).toEqual(new Error('lost'))
    expect(bytes).toHaveLength(0)
  })

  it.each([4, 5])('ends inside a section when the block after %i fails', async (count) => {
    const { bytes, error } = await written(failingAfter(count))

    expect(error).toEqual(new Error('lost'))
    await expect(CarReader.fromBytes(bytes)).rejects.toThrow()
    await expect(countOf(bytes)).rejects.toThrow('unexpected EOF')
  })

  it('ends the source when the reader leaves', async () => {
    let isEnded = false
    const source = async function* () {
      try {
        yield* blocks
      } finally {
        isEnded = true
      }
    }

    for await (const _ of writeCar([], source())) break

    expect(isEnded).toBe(true)
  })
})
