import { describe, expect, it } from 'vitest'
import { type CID, parseCid, RAW_CODEC } from '../../../src/codec/cid/cid.ts'
import { encodeDagPb } from '../../../src/codec/dag-pb/dag-pb.ts'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import { walkSizes } from '../../../src/unixfs/dag/walk.ts'
import { added, file } from './added.ts'
import { counting } from './counting.ts'
import { stored } from './stored.ts'

async function walked(...args: Parameters<typeof walkSizes>): Promise<string[]> {
  const all = []
  for await (const { cid } of walkSizes(...args)) all.push(String(cid))
  return all
}

describe('walkSizes()', () => {
  it('visits each block once, the root first, depth first in link order', async () => {
    const { blockstore, root, cids } = await added(
      ['1.txt', 'B/1.txt', 'B/D/2.txt', 'C/B/1.txt', 'C/B/D/2.txt', 'D/2.txt'].map((path) =>
        file(`A/${path}`, `${path.at(-5)}\n`),
      ),
    )
    const names = ['A', 'A/1.txt', 'A/B', 'A/D', 'A/D/2.txt', 'A/C']

    expect(await walked(blockstore, parseCid(root))).toEqual(names.map((name) => cids[name]))
  })

  it('finds all blocks of an add, shards and pieces included', async () => {
    const { blockstore, root } = await added(
      [
        ...Array.from({ length: 500 }, (_, at) => file(`d/${at}`, String(at))),
        file(
          'd/big',
          Uint8Array.from({ length: 5000 }, (_, at) => at >>> 3),
        ),
      ],
      { shardThresholdBytes: 0, chunker: 'size-100', cidVersion: 1 },
    )

    expect((await walked(blockstore, parseCid(root))).length).toBe((await blockstore.totals()).blocks)
  })

  it('reads no leaves', async () => {
    const { blockstore, root } = await added(
      [
        file(
          'f',
          new Uint8Array(5000).map((_, at) => at >>> 4),
        ),
      ],
      {
        chunker: 'size-100',
        cidVersion: 1,
      },
    )
    const { counts, get } = counting(blockstore)
    const stat = blockstore.stat.bind(blockstore)

    await walked({ get, stat }, parseCid(root))

    expect(counts.reads).toBe(1)
  })

  it('walks a chain of 13,000 nodes', async () => {
    const store = memoryBlockstore()
    let tip: CID = await stored(store, new Uint8Array([1]), RAW_CODEC)
    for (let at = 0; at < 13_000; at += 1) {
      tip = await stored(store, encodeDagPb({ Links: [{ Hash: tip, Name: String(at), Tsize: 0 }] }))
    }

    expect((await walked(store, tip)).length).toBe(13_001)
  })

  it('is not drawn out by a small tree whose links all meet again', async () => {
    const store = memoryBlockstore()
    let tip: CID = await stored(store, new Uint8Array([1]), RAW_CODEC)
    for (let at = 0; at < 40; at += 1) {
      const link = { Hash: tip, Name: '', Tsize: 0 }
      tip = await stored(store, encodeDagPb({ Links: [link, link, link] }))
    }

    expect((await walked(store, tip)).length).toBe(41)
  })

  it('ends at its budget, at a missing node, and on abort', async () => {
    const { blockstore, root, cids } = await added([file('d/a', '1'), file('d/b', '2')])
    const gone = AbortSignal.abort(new Error('gone'))

    await expect(walked(blockstore, parseCid(root), { budget: 2 })).rejects.toMatchObject({
      code: 'too-large',
    })
    await expect(walked(blockstore, parseCid(root), { signal: gone })).rejects.toThrow('gone')
    await blockstore.delete(parseCid(cids['d/b'] ?? ''))
    await expect(walked(blockstore, parseCid(root))).rejects.toMatchObject({
      message: `block was not found locally (offline): ipld: could not find ${cids['d/b']}`,
    })
  })
})
