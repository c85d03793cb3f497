import { unixfs } from '@helia/unixfs'
import { IDBBlockstore } from 'blockstore-idb'
import { MemoryDatastore } from 'datastore-core'
import { createHeliaLight } from 'helia'
import { fixedSize } from 'ipfs-unixfs-importer/chunker'
import { CID } from 'multiformats/cid'
import { offerBench } from '../bench/browser/page-bench.ts'

/** Helia without a network, over its own store in IndexedDB. Nothing is pinned. */
offerBench(async () => {
  const blockstore = new IDBBlockstore('helia')
  await blockstore.open()
  const helia = createHeliaLight({ blockstore, datastore: new MemoryDatastore() })
  await helia.start()
  const fs = unixfs(helia)
  return {
    async add(content, chunkBytes) {
      const options = { chunker: fixedSize({ chunkSize: chunkBytes }) }
      const added = content instanceof Uint8Array ? fs.addBytes(content, options) : fs.addByteStream(content, options)
      return (await added).toString()
    },
    async addFolder(contents) {
      const files = contents.map((content, at) => ({ path: `folder/file-${at}`, content }))
      const cids = []
      for await (const { cid } of fs.addAll(files)) cids.push(cid.toString())
      return cids.slice(0, contents.length)
    },
    read: (cid) => fs.cat(CID.parse(cid)),
  }
})
