import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCar } from '../../../src/codec/car/read-car.ts'
import { chunked } from './chunked.ts'

const basic = new Uint8Array(
  readFileSync(join(import.meta.dirname, '../../fixtures/car/files/carv1-basic.car')),
)
const wrapped = new Uint8Array(
  readFileSync(join(import.meta.dirname, '../../fixtures/car/files/carv2-basic.car')),
)

/** The header of a CAR without roots, then the given bytes. */
const behindHeader = (...bytes: number[]) =>
  new Uint8Array([...Buffer.from('11a265726f6f7473806776657273696f6e01', 'hex'), ...bytes])

const read = async (source: AsyncIterable<Uint8Array>, options = {}) => {
  const { blocks } = await readCar(source, options)
  let count = 0
  for await (const _ of blocks) count += 1
  return count
}

describe('readCar', () => {
  it.each([1, 2, 9, 50, 715])('reads the same from chunks of %i bytes', async (size) => {
    expect(await read(chunked(basic, size))).toBe(8)
    expect(await read(chunked(wrapped, size))).toBe(5)
  })

  it('refuses every file that is cut, but between two sections', async () => {
    const whole: number[] = []
    for (let end = 0; end < basic.byteLength; end += 1) {
      const cut = read(chunked(basic.subarray(0, end)))
      await cut.then(
        () => whole.push(end),
        (error) => expect(error).toMatchObject({ code: 'corrupt' }),
      )
    }

    expect(whole).toHaveLength(8)
  })

  it('refuses a file of version 2 whose payload is cut between two sections', async () => {
    const payloadBytes = new DataView(wrapped.buffer).getBigUint64(11 + 24, true)
    const longer = wrapped.slice()
    new DataView(longer.buffer).setBigUint64(11 + 24, payloadBytes + 10_000n, true)

    await expect(read(chunked(longer))).rejects.toMatchObject({ code: 'corrupt' })
  })

  it('refuses a length it will not take before it takes it', async () => {
    let asked = 0
    async function* endless() {
      yield behindHeader(0xff, 0xff, 0xff, 0x7f, ...new Uint8Array(8))
      for (;;) {
        asked += 1
        yield new Uint8Array(1024)
      }
    }

    await expect(read(endless())).rejects.toMatchObject({ code: 'too-large' })
    expect(asked).toBe(0)
  })

  it.each([
    ['a header of 2 MiB', new Uint8Array([0x80, 0x80, 0x80, 0x01])],
    ['a header whose length has ten bytes', new Uint8Array(12).fill(0xff)],
    [
      'a header whose length is longer than it need be',
      new Uint8Array([0x91, 0x00, ...behindHeader().slice(1)]),
    ],
    ['an empty header', new Uint8Array([0])],
    ['a section whose length has ten bytes', behindHeader(...new Uint8Array(12).fill(0xff))],
    ['an empty section', behindHeader(0)],
    ['a section that is no CID', behindHeader(4, 9, 9, 9, 9)],
    ['a section with a CID of version 0 cut short', behindHeader(3, 0x12, 0x20, 0)],
  ])('refuses %s', async (_, bytes) => {
    await expect(read(chunked(bytes))).rejects.toMatchObject({ code: 'corrupt' })
  })

  it('refuses a block over the limit', async () => {
    await expect(read(chunked(basic), { maxBlockBytes: 20 })).rejects.toMatchObject({ code: 'too-large' })
  })

  it('ends the source of a file it refuses and of one that is left', async () => {
    const refused = chunked(new Uint8Array([1, 0xf6, 0, 0]), 1)
    const left = chunked(basic, 10)

    await expect(readCar(refused)).rejects.toThrow()
    const { blocks } = await readCar(left)
    await blocks.next()
    await blocks.return()

    expect(refused.ended).toBe(true)
    expect(left.ended).toBe(true)
  })
})
