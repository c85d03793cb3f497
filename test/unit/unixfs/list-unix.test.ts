import { expect, it } from 'vitest'
import { parseCid } from '../../../src/codec/cid/cid.ts'
import { encodeDagPb } from '../../../src/codec/dag-pb/dag-pb.ts'
import { encodeUnixfs } from '../../../src/codec/dag-pb/encode-unixfs.ts'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import { readUnixNode } from '../../../src/unixfs/read/list-unix.ts'
import { stored } from './stored.ts'

it('refuses a directory with more entries than are left, and reads none of them', async () => {
  const blockstore = memoryBlockstore()
  const absent = parseCid('QmPc73aWK9dgFBXe86P4PvQizHo9e5Qt7n7DAMXWuigFuG')
  const Links = ['a', 'b', 'c'].map((Name) => ({ Name, Hash: absent, Tsize: 1 }))
  const cid = await stored(blockstore, encodeDagPb({ Data: encodeUnixfs({ type: 'directory' }), Links }))

  await expect(readUnixNode(blockstore, cid, { most: 2 })).rejects.toMatchObject({ code: 'too-large' })
  await expect(readUnixNode(blockstore, cid, { most: 3 })).rejects.toMatchObject({ code: 'not-found' })
})
