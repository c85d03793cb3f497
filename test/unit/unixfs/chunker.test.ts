import { describe, expect, it } from 'vitest'
import { parseChunker } from '../../../src/unixfs/chunk/chunker.ts'
import { fixedChunks } from '../../../src/unixfs/chunk/fixed-chunks.ts'

const sizeError = 'chunker parameters may not exceed the maximum chunk size of 2096896'

async function lengths(chunks: AsyncIterable<Uint8Array>): Promise<number[]> {
  const found: number[] = []
  for await (const chunk of chunks) found.push(chunk.byteLength)
  return found
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

describe('parseChunker()', () => {
  it.each([
    ['', 262_144],
    ['default', 262_144],
    ['size-262144', 262_144],
    ['size-1', 1],
    ['size-2096896', 2_096_896],
  ])('reads %j', async (text, sizeBytes) => {
    const bytes = new Uint8Array(sizeBytes * 2 + 1)

    expect((await lengths(parseChunker(text)(once(bytes)))).slice(0, 3)).toEqual(
      sizeBytes === 1 ? [1, 1, 1] : [sizeBytes, sizeBytes, 1],
    )
  })

  it('ignores what follows buzhash, as the reference does', async () => {
    const bytes = new Uint8Array(1_000_000)

    expect(await lengths(parseChunker('buzhash-1')(once(bytes)))).toEqual([...Array(7).fill(131_072), 82_496])
  })

  it.each([
    ['size-0', 'chunker size must be greater than 0'],
    ['size-2096897', sizeError],
    ['size-x', 'strconv.Atoi: parsing "x": invalid syntax'],
    ['size-', 'strconv.Atoi: parsing "": invalid syntax'],
    ['size', 'incorrect chunker string format (expected size-{size})'],
    ['size--5', 'incorrect chunker string format (expected size-{size})'],
    ['size-99999999999999999999', 'strconv.Atoi: parsing "99999999999999999999": value out of range'],
    ['rabin-x', 'strconv.Atoi: parsing "x": invalid syntax'],
    ['rabin-1397932', sizeError],
    ['rabin-0', 'rabin min must be greater than 16'],
    ['rabin-47', 'rabin min must be greater than 16'],
    ['rabin-1-2', "incorrect format (expected 'rabin' 'rabin-[avg]' or 'rabin-[min]-[avg]-[max]')"],
    ['rabin-15-20-30', 'rabin min must be greater than 16'],
    ['rabin-20-20-30', 'incorrect format: rabin-min must be smaller than rabin-avg'],
    ['rabin-20-30-30', 'incorrect format: rabin-avg must be smaller than rabin-max'],
    ['rabin-20-30-2096897', sizeError],
    ['rabin-avg:20-30-40', 'first label must be min'],
    ['rabin-min:20-max:30-40', 'second label must be avg'],
    ['rabin-min:20-avg:30-min:40', 'final label must be max'],
    ['other', 'unrecognized chunker option: other'],
    ['buzhash2', 'unrecognized chunker option: buzhash2'],
  ])('refuses %j with its text', (text, message) => {
    expect(() => parseChunker(text)).toThrow(expect.objectContaining({ code: 'invalid-argument', message }))
  })
})

describe('fixedChunks()', () => {
  async function* pieces(...lengths: number[]) {
    let next = 0
    for (const length of lengths) yield Uint8Array.from({ length }, () => next++ & 0xff)
  }

  it.each([
    [[], 4, []],
    [[0, 0], 4, []],
    [[4], 4, [4]],
    [[1, 1, 1, 1, 1], 4, [4, 1]],
    [[10], 4, [4, 4, 2]],
    [[3, 10, 0, 3], 4, [4, 4, 4, 4]],
    [[20_000, 1], 10_000, [10_000, 10_000, 1]],
    [Array.from({ length: 9000 }, () => 1), 8192, [8192, 808]],
  ])('cuts pieces of %j by %i', async (lengths, sizeBytes, expected) => {
    const chunks = []
    for await (const chunk of fixedChunks(pieces(...lengths), sizeBytes)) chunks.push(chunk)

    expect(chunks.map((chunk) => chunk.length)).toEqual(expected)
    let next = 0
    expect(chunks.every((chunk) => chunk.every((byte) => byte === (next++ & 0xff)))).toBe(true)
  })
})
