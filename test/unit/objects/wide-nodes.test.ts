import { describe, expect, it } from 'vitest'
import { parseCid } from '../../../src/codec/cid/cid.ts'
import { encodeDagPb } from '../../../src/codec/dag-pb/dag-pb.ts'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import { diffObjects } from '../../../src/objects/diff-objects.ts'
import { loadObject, type StoredObject } from '../../../src/objects/open-object.ts'
import { addLink } from '../../../src/objects/patch-object.ts'
import { exportTar } from '../../../src/objects/tar/export-tar.ts'
import { TAR_ROOT_DATA } from '../../../src/objects/tar/import-tar.ts'
import { EMPTY_DIRECTORY } from '../../../src/objects/write-object.ts'
import { stored } from '../unixfs/stored.ts'

const LEVELS = 8
/** More than 64 MiB of memory on all levels, of some 13 bytes each in a block. */
const LINKS_EACH = 20_000
const EMPTY_NODE = parseCid('bafyaaaa')

/** The highest node of a chain whose nodes have thousands of links besides, that to the next one first. */
async function chain(blocks: ReturnType<typeof memoryBlockstore>, bottom: string): Promise<StoredObject> {
  const others = Array.from({ length: LINKS_EACH }, () => ({ Name: 'b', Hash: EMPTY_NODE, Tsize: 0 }))
  const data = { Data: TAR_ROOT_DATA }
  let cid = await stored(blocks, encodeDagPb({ Data: new TextEncoder().encode(bottom), Links: [] }))
  for (let level = LEVELS; level > 0; level -= 1) {
    const Links = [{ Name: 'a', Hash: cid, Tsize: 0 }, ...others]
    cid = await stored(blocks, encodeDagPb({ ...(level === 1 && data), Links }))
  }
  return loadObject(blocks, cid, {})
}

describe('nodes with thousands of links, one below the other', () => {
  it('are compared, changed and read as an archive only as far as they fit into memory', async () => {
    const blocks = memoryBlockstore()
    const [root, other] = [await chain(blocks, 'x'), await chain(blocks, 'y')]
    const tooLarge = expect.objectContaining({ code: 'too-large' })
    const store = { reader: blocks, blocks: { put: () => expect.unreachable('something was written') } }
    const path = Array.from({ length: LEVELS }, () => 'a').join('/')
    const readAll = async () => {
      for await (const _ of exportTar(blocks, root, {}));
    }

    await expect(diffObjects(blocks, [root, other], {})).rejects.toEqual(tooLarge)
    await expect(
      addLink(store, { root, target: EMPTY_DIRECTORY }, { path, allowNonUnixfs: true }),
    ).rejects.toEqual(tooLarge)
    await expect(readAll()).rejects.toEqual(tooLarge)
  })
})
