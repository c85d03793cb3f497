import { describe, expect, it } from 'vitest'
import { blockFormat } from '../../../src/blocks/block-format.ts'
import { makeBlock } from '../../../src/blocks/make-block.ts'
import type { CID } from '../../../src/codec/cid/cid.ts'
import { encodeDagPb } from '../../../src/codec/dag-pb/dag-pb.ts'
import { createPathCache, findNode } from '../../../src/files/find-node.ts'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import { sortedByName } from '../../../src/unixfs/directory/directory-entries.ts'
import type { DirectoryNode } from '../../../src/unixfs/read/open-node.ts'

const DIRECTORY = Uint8Array.of(8, 1)
const DAG_PB = blockFormat({ format: 'dag-pb', mhtype: 'sha2-256', mhlen: -1 })

/** A store with directories in each other, each with one name, that tells which blocks were read. */
async function nested(names: readonly string[]) {
  const blockstore = memoryBlockstore()
  const directory = async (links: readonly { Name: string; Hash: CID; Tsize: number }[]) => {
    const { cid, bytes } = await makeBlock(encodeDagPb({ Data: DIRECTORY, Links: links }), DAG_PB)
    await blockstore.put(cid, bytes)
    return cid
  }
  let root = await directory([])
  const cids = [root]
  for (const Name of names.toReversed()) {
    root = await directory([{ Name, Hash: root, Tsize: 1 }])
    cids.unshift(root)
  }
  const read: CID[] = []
  const blocks: Pick<typeof blockstore, 'get' | 'has' | 'stat'> = {
    ...blockstore,
    get(cid, options) {
      read.push(cid)
      return blockstore.get(cid, options)
    },
  }
  return { blocks, root, cids, read }
}

describe('findNode()', () => {
  it('reads the directories of a path once, and those of a changed path anew', async () => {
    const cache = createPathCache()
    const names = ['a', 'b', 'c']
    const { blocks, root, cids, read } = await nested(names)

    const first = await findNode(blocks, root, { names, cache })
    const again = await findNode(blocks, root, { names, cache })

    expect([first, again].map(String)).toEqual([String(cids[3]), String(cids[3])])
    expect(read.map(String)).toEqual(cids.slice(0, 3).map(String))
    await expect(findNode(blocks, root, { names: ['a', 'x'], cache })).rejects.toThrow('does not exist')
    const other = await nested(['a', 'b', 'd'])
    expect(String(await findNode(other.blocks, other.root, { names: ['a', 'b', 'd'], cache }))).toBe(
      String(other.cids[3]),
    )
  })
})

describe('the cache of paths', () => {
  it('keeps no directory that carries much data, or long names', async () => {
    const cache = createPathCache()
    const { root } = await nested([])
    const directory = (Data: Uint8Array, Name: string) =>
      ({ kind: 'directory', cid: root, node: { Data, Links: [{ Name, Hash: root }] } }) as DirectoryNode

    cache.add(root, directory(new Uint8Array(200_000), 'a'))
    cache.add(root, directory(DIRECTORY, 'x'.repeat(200_000)))
    expect(cache.get(root)).toBeUndefined()
    cache.add(root, directory(DIRECTORY, 'a'))
    expect(cache.get(root)).toBeDefined()
  })
})

describe('sortedByName()', () => {
  it('sorts by bytes, whatever the order of the units of a text', () => {
    const named = (names: readonly string[]) => names.map((name) => ({ name }))

    expect(sortedByName(named(['a', 'ab', 'b', 'é', 'é']))).toEqual(named(['a', 'ab', 'b', 'é', 'é']))
    expect(sortedByName(named(['b', 'a', 'B']))).toEqual(named(['B', 'a', 'b']))
    expect(sortedByName(named(['😀', '\uffff']))).toEqual(named(['\uffff', '😀']))
    expect(sortedByName(named(['\ue000', '😀', '\uffff']))).toEqual(named(['\ue000', '\uffff', '😀']))
  })
})
