import { describe, expect, it } from 'vitest'
import { createDiscardingWriter } from '../../../src/blocks/discarding-writer.ts'
import { parseCid } from '../../../src/codec/cid/cid.ts'
import { dagShape } from '../../../src/unixfs/dag/dag-shape.ts'
import { type FileTree, writeRawLeaf } from '../../../src/unixfs/layout/file-nodes.ts'
import { createNodeWriter } from '../../../src/unixfs/layout/node-writer.ts'
import { createTrickleLayout, type OpenNode } from '../../../src/unixfs/layout/trickle-layout.ts'
import { openFile } from '../../../src/unixfs/read/read.ts'
import { randomBytes } from '../../requests/random-bytes.ts'
import { added, file, gathered } from './added.ts'

describe('addContent(), trickle layout', () => {
  it.each([
    ['Hello Worlds!\n', {}, 'QmUkUQgxXeggyaD5Ckv8ZqfW8wHBX6cYyeiyqvVZYzq5Bi'],
    ['aoeuidhtns'.repeat(200), { chunker: 'size-4' }, 'QmNNhDGttafX3M1wKWixGre6PrLFGjnoPEDXjBYpTv93HP'],
    ['hello world\n', {}, 'QmVib14uvPnCP73XaCDpwugRuwfTsVbGyWbatHAmLSdZUS'],
    ['file1\n', {}, 'QmX4eaSJz39mNhdu5ACUwTDpyA6y24HmrQNnAape6u3buS'],
    ['', {}, 'QmbFMke1KXqnYyBBWxB74N4c5SBnJMVAiMNRcGu6x1AwQH'],
  ])('names %j with %j as the network does', async (content, options, cid) => {
    expect((await added([file('', content)], { ...options, trickle: true })).root).toBe(cid)
  })

  it('puts the time of a file into its root alone', async () => {
    const mtime = { seconds: 1_700_000_000 }
    const plain = await added([file('f', 'ab')], { trickle: true, chunker: 'size-1' })
    const { root, blockstore } = await added([file('f', 'ab', { mtime })], {
      trickle: true,
      chunker: 'size-1',
    })

    expect(await openFile(blockstore, parseCid(root))).toMatchObject({ mtime, sizeBytes: 2 })
    const leaves = (await plain.blockstore.totals()).blocks - 1
    expect((await blockstore.totals()).blocks).toBe(leaves + 1)
  })

  it('gives back what was added, several subtrees deep', async () => {
    const bytes = randomBytes(17, 40_001)
    const { root, blockstore } = await added([file('f', bytes)], {
      ...{ trickle: true, chunker: 'size-16', maxFileLinks: 3 },
    })

    expect(await gathered((await openFile(blockstore, parseCid(root))).content)).toEqual(bytes)
  })
})

describe('createTrickleLayout()', () => {
  it.each([1, 2, 3, 11, 12, 60])('appends at the right edge of a tree of %i leaves', async (before) => {
    const writer = createDiscardingWriter({})
    const nodes = createNodeWriter(writer, dagShape({ cidVersion: 1, maxFileLinks: 2 }))
    const leaves: FileTree[] = []
    for (let at = 0; at < 90; at += 1) leaves.push(await writeRawLeaf(nodes, Uint8Array.of(at)))
    const whole = createTrickleLayout(nodes)
    for (const leaf of leaves) await whole.add(leaf)

    const edge: OpenNode[] = [{ children: [], depth: Number.POSITIVE_INFINITY }]
    const first = createTrickleLayout(nodes, edge)
    for (const leaf of leaves.slice(0, before)) await first.add(leaf)
    const second = createTrickleLayout(
      nodes,
      edge.map(({ children, depth }) => ({ children: [...children], depth })),
    )
    for (const leaf of leaves.slice(before)) await second.add(leaf)

    const { cid, fileBytes, sizeBytes } = await second.finish({})
    expect({ cid: String(cid), fileBytes, sizeBytes }).toEqual({
      ...(await whole.finish({}).then((root) => ({ ...root, cid: String(root.cid) }))),
      fileBytes: 90,
    })
  })
})
