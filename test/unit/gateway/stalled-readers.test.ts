import { describe, expect, it } from 'vitest'
import { createReadAheadLimit } from '../../../src/streams/read-ahead-limit.ts'
import { chunkedFile, rawFile } from '../../requests/stored-tree.ts'
import { memoryGateway } from './memory-gateway.ts'

const KIB = 1024
const LEAF_BYTES = 64 * KIB
/** All that readers together may hold, in leaves. */
const LIMIT = (16 * KIB * KIB) / LEAF_BYTES
const READERS = 120
/** Chunks that each of them takes before it stalls: so many that it would be as far ahead as it may be. */
const TAKEN = 6

/** Everything that waits for no client has happened. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 30))

describe.each([
  ['', 16],
  ['?format=car', 6],
])('many clients that stop reading a large file%s', (format, ahead) => {
  it('hold one block each, and a bounded number of blocks ahead together', async () => {
    const leaves = await Promise.all(
      Array.from({ length: 80 }, (_, at) => rawFile(new Uint8Array(LEAF_BYTES).fill(at + 1))),
    )
    const file = await chunkedFile(leaves)
    const { send, reads } = await memoryGateway(file)
    const open = async () =>
      (await send(`/ipfs/${file.cid}${format}`)).body?.getReader() ?? expect.unreachable()
    /** Blocks that are read for a client which stalls. */
    const stalledReads = async () => {
      const reader = await open()
      for (let chunk = 0; chunk < TAKEN; chunk += 1) await reader.read()
      await settled()
      const before = reads.length
      await reader.cancel()
      return before
    }
    const alone = await stalledReads()
    reads.length = 0

    const readers = await Promise.all(Array.from({ length: READERS }, open))
    for (let chunk = 0; chunk < TAKEN; chunk += 1) await Promise.all(readers.map((reader) => reader.read()))
    await settled()
    const together = reads.length
    await Promise.all(readers.map((reader) => reader.cancel()))
    reads.length = 0

    expect(together).toBeLessThan(READERS * (alone - ahead + 1) + LIMIT)
    expect(alone).toBeGreaterThan(ahead)
    expect(await stalledReads()).toBe(alone)
  })
})

describe('createReadAheadLimit()', () => {
  it('tells of what may be old: given back, or loaded while many read', () => {
    const aged: number[] = []
    const limit = createReadAheadLimit({ maxBytes: 100, onAged: (bytes) => aged.push(bytes) })
    const few = Array.from({ length: 16 }, () => limit.open())

    few[0]?.add(60)
    few[1]?.add(50)
    few[1]?.add(-50)
    expect([limit.isReached(), aged]).toEqual([false, []])
    few[1]?.add(40)
    expect(limit.isReached()).toBe(true)
    few[0]?.close()
    few[0]?.close()
    expect([limit.isReached(), aged]).toEqual([false, [60]])
    limit.open()
    limit.open().add(7)

    expect(aged).toEqual([60, 7])
  })
})
