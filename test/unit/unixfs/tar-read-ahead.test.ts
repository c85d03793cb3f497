import { describe, expect, it } from 'vitest'
import type { BlockReader } from '../../../src/blocks/load-block.ts'
import { parseCid } from '../../../src/codec/cid/cid.ts'
import { tarArchive } from '../../../src/unixfs/tar/tar.ts'
import { randomBytes } from '../../requests/random-bytes.ts'
import { added, file } from './added.ts'

const mtimeMs = 1_600_000_000_000

/** The same blocks, and how many were asked for. */
function counted(inner: BlockReader): BlockReader & { reads(): number } {
  let reads = 0
  return {
    get(...args) {
      reads += 1
      return inner.get(...args)
    },
    reads: () => reads,
  }
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

describe('tarArchive()', () => {
  it('reads nothing of a file while its reader waits', async () => {
    const { blockstore, root } = await added([file('big', randomBytes(2, 40 * 262_144))], { cidVersion: 1 })
    const blocks = counted(blockstore)

    const archive = tarArchive(blocks, parseCid(root), 'big', { mtimeMs })
    await archive.next()
    await turns()
    const readsWhileWaiting = blocks.reads()
    await archive.return(undefined)

    expect(readsWhileWaiting).toBeLessThan(4)
  })

  it('reads a few entries ahead, and no more while what was read so has a mebibyte', async () => {
    const small = Array.from({ length: 40 }, (_, at) => file(`d/${at}`, `small ${at}`))
    const large = Array.from({ length: 40 }, (_, at) => file(`d/${at}`, randomBytes(at, 1_000_000)))
    const reads: number[] = []
    for (const files of [small, large]) {
      const { blockstore, root } = await added(files, { chunker: 'size-1000000' })
      const blocks = counted(blockstore)
      const archive = tarArchive(blocks, parseCid(root), 'd', { mtimeMs })
      for (let piece = 0; piece < 3 * 20; piece += 1) await archive.next()
      const before = blocks.reads()
      await turns()
      expect(blocks.reads()).toBe(before)
      await archive.return(undefined)
      reads.push(before - 20)
    }

    expect(reads[0]).toBeGreaterThan(5)
    expect(reads[0]).toBeLessThan(12)
    expect(reads[1]).toBeLessThan(4)
  })
})
