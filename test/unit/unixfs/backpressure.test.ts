import { describe, expect, it } from 'vitest'
import { createBackpressure } from '../../../src/unixfs/tar/backpressure.ts'
import { mergeSmallPieces } from '../../../src/unixfs/tar/merge-small-pieces.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('createBackpressure()', () => {
  it('lets a writer get ahead of its reader by the limit and one write, and no further', async () => {
    const backpressure = createBackpressure(100)
    let written = 0
    const writing = (async () => {
      for (; written < 500; written += 60) await backpressure.write(60)
    })()
    await turn()
    const ahead = written

    for (let read = 0; read < 600; read += 50) {
      backpressure.read(50)
      await turn()
    }
    await writing

    expect(ahead).toBe(120)
  })

  it('lets the writer continue once the reader has left', async () => {
    const backpressure = createBackpressure(0)
    await backpressure.write(10)
    const waiting = backpressure.write(10)

    backpressure.stop()

    await expect(waiting).resolves.toBeUndefined()
  })
})

describe('mergeSmallPieces()', () => {
  it('gives the same bytes in pieces of 64 KiB or less, and large ones as they are', async () => {
    const sizes = [1, 3, 70_000, 5, 20_000, 40_000, 30_000, ...Array<number>(70_000).fill(1), 0, 2]
    let next = 0
    const source = (async function* () {
      for (const size of sizes) yield new Uint8Array(size).map(() => next++ % 251)
    })()
    const pieces: Uint8Array[] = []
    for await (const piece of mergeSmallPieces(source)) pieces.push(piece.slice())

    const bytes = pieces.flatMap((piece) => [...piece])
    expect(bytes).toHaveLength(sizes.reduce((sum, size) => sum + size, 0))
    expect(bytes.every((byte, at) => byte === at % 251)).toBe(true)
    expect(pieces.length).toBeLessThan(12)
  })
})
