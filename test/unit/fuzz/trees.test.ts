import { describe, expect, it } from 'vitest'
import { DAG_PB_CODEC } from '../../../src/codec/cid/cid.ts'
import { encodeUnixfs } from '../../../src/codec/dag-pb/encode-unixfs.ts'
import { decodeUnixfs } from '../../../src/codec/dag-pb/unixfs.ts'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import type { Block, Blockstore } from '../../../src/ports/blockstore.ts'
import { addContent } from '../../../src/unixfs/add/add.ts'
import { resolvePath } from '../../../src/unixfs/dag/resolve.ts'
import { listDirectory } from '../../../src/unixfs/read/list.ts'
import { openFile } from '../../../src/unixfs/read/read.ts'
import { tarArchive } from '../../../src/unixfs/tar/tar.ts'
import { file, sourceOf, symlink } from '../unixfs/added.ts'
import { damaged, fuzz, ROUNDS, SEED } from './fuzz.ts'

const MESSAGES = [
  encodeUnixfs({ type: 'file', data: Uint8Array.of(1, 2, 3), fileSizeBytes: 3 }),
  encodeUnixfs({ type: 'file', fileSizeBytes: 2 ** 40, blockSizes: [2 ** 39, 2 ** 39] }),
  encodeUnixfs({ type: 'hamt-shard', data: Uint8Array.of(255), hashType: 0x22, fanout: 256 }),
  encodeUnixfs({
    type: 'symlink',
    data: Uint8Array.of(97),
    mode: 0o777,
    mtime: { seconds: -5, nanoseconds: 7 },
  }),
]

/** More blocks than the whole tree has, several times over. */
const READS_ALLOWED = 2000

describe(`UnixFS under damage, seed ${SEED}`, () => {
  it(`messages refuse, or hold numbers that can be counted with (${ROUNDS} rounds)`, () =>
    fuzz(
      (random) => damaged(random.oneOf(MESSAGES), random),
      (bytes) => {
        const { fileSizeBytes = 0, blockSizes = [], fanout = 0 } = decodeUnixfs(bytes)
        expect([fileSizeBytes, fanout, ...blockSizes].every(Number.isSafeInteger)).toBe(true)
      },
    ))

  it.each([
    ['of one node', Number.MAX_SAFE_INTEGER],
    ['of shards', 0],
  ])(
    `directories %s are refused, or read within a bound (${ROUNDS / 10} rounds)`,
    async (_, shardThresholdBytes) => {
      const blocks: Block[] = []
      const keeping: Pick<Blockstore, 'putMany'> = {
        putMany: async (batch) => {
          blocks.push(...batch)
        },
      }
      const entries = Array.from({ length: 40 }, (_, at) => file(`d/n${at}`, `content ${at} `.repeat(at)))
      const options = { chunker: 'size-64', rawLeaves: false, shardThresholdBytes }
      const adding = addContent(
        { blockstore: keeping },
        sourceOf([...entries, symlink('d/s', 'n1')]),
        options,
      )
      let step = await adding.next()
      while (!step.done) step = await adding.next()
      const root = step.value[0]?.cid
      const nodes = blocks.filter(({ cid }) => cid.code === DAG_PB_CODEC)

      await fuzz(
        (random) => {
          const at = random.below(4) === 0 ? nodes.length - 1 : random.below(nodes.length)
          const { cid, bytes } = nodes[at] ?? nodes[0] ?? { cid: undefined, bytes: new Uint8Array(0) }
          return { cid, bytes: damaged(bytes, random), way: random.below(4) }
        },
        async ({ cid, bytes, way }) => {
          if (!root || !cid) throw new Error('nothing was added')
          const store = memoryBlockstore()
          await store.putMany([...blocks, { cid, bytes }])
          let reads = 0
          const reader: Pick<Blockstore, 'get'> = {
            get: (wanted, options) => {
              reads += 1
              return store.get(wanted, options)
            },
          }
          if (way === 0) for await (const _ of listDirectory(reader, root));
          if (way === 1) for await (const _ of tarArchive(reader, root, 'd', { mtimeMs: 0 }));
          if (way === 2) await resolvePath(reader, `${root}/n17`)
          if (way === 3) for await (const _ of (await openFile(reader, cid)).content);
          expect(reads).toBeLessThan(READS_ALLOWED)
        },
        ROUNDS / 10,
      )
    },
  )
})
