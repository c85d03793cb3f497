import { describe, expect, it } from 'vitest'
import { equalBytes } from '../../src/codec/bytes/bytes.ts'
import { startPackWorker } from '../../web/host/packs/pack-worker.ts'
import { openWebPorts } from '../../web/host/ports.ts'
import { numberedBlocks, sweptOnly } from '../contracts/blocks.ts'
import { freshName } from './storage-name.ts'
import { storedPacks } from './stored-packs.ts'

const BLOCK_BYTES = 65_536

const PLACES = {
  Blobs: (name: string) => openWebPorts({ name }),
  files: (name: string) => openWebPorts({ name, startPackWorker }),
} as const

describe.each(['Blobs', 'files'] as const)('packs in %s that nothing uses', (place) => {
  it.each([
    ['few', 16],
    ['many', 40],
  ])(
    'are removed by a compaction, where two tabs have stored the same %s blocks at the same time',
    async (_, count) => {
      const name = freshName()
      const open = PLACES[place]
      const tabs = [await open(name), await open(name)]
      const blocks = await numberedBlocks(count, BLOCK_BYTES)
      await Promise.all(tabs.map(({ blockstore }) => blockstore.putMany(blocks)))
      const [{ blockstore }] = tabs as [(typeof tabs)[0]]

      expect(await blockstore.totals()).toEqual({ blocks: count, sizeBytes: count * BLOCK_BYTES })
      expect(await packsIn(name)).toBe(2)
      await blockstore.compact()

      expect(await packsIn(name)).toBe(1)
      for (const { cid, bytes } of blocks) {
        const held = await blockstore.get(cid)
        expect(held !== undefined && equalBytes(held, bytes)).toBe(true)
      }
      expect(await blockstore.sweep()).toEqual(sweptOnly(0))
    },
  )
})

async function packsIn(name: string): Promise<number> {
  const { blobs, files } = await storedPacks(name)
  return blobs.length + files.size
}
