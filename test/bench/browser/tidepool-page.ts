import { parseCid } from '../../../src/codec/cid/cid.ts'
import type { CoreNode } from '../../../src/node/create.ts'
import type { FileSource } from '../../../src/ports/file-source.ts'
import { addAndPin } from '../../../src/unixfs/add/add-and-pin.ts'
import { openFile } from '../../../src/unixfs/read/read.ts'
import { createTabNode } from '../../../web/host/tab.ts'
import { offerBench, type PageNode } from './page-bench.ts'

offerBench(async () => pageNode(await createTabNode()))

/** Adds as `/add` does: under the content lock, and pinned at the end. */
function pageNode(node: CoreNode): PageNode {
  const { blockstore, activity, writeBudget, pins, repo } = node
  const add = async (source: FileSource, chunkBytes: number) => {
    const cids: string[] = []
    const adding = addAndPin({ blockstore, activity, writeBudget }, source, {
      ...{ cidVersion: 1, rawLeaves: true, maxFileLinks: 1024, chunker: `size-${chunkBytes}` },
      pinRoots: (roots) => pins.addRoots(roots),
    })
    for await (const event of repo.adding(adding)) if (event.type === 'added') cids.push(event.cid.toString())
    return cids
  }
  return {
    async add(content, chunkBytes) {
      const [cid = ''] = await add(files([['', content]]), chunkBytes)
      return cid
    },
    async addFolder(contents) {
      const entries = contents.map((bytes, at) => [`folder/file-${at}`, bytes] as const)
      return (await add(files(entries), 1024 * 1024)).slice(0, contents.length)
    },
    async *read(cid) {
      yield* (await openFile(blockstore, parseCid(cid))).content
    },
  }
}

async function* files(
  entries: Iterable<readonly [path: string, content: AsyncIterable<Uint8Array> | Uint8Array]>,
): FileSource {
  for (const [path, content] of entries) {
    yield { kind: 'file', path, content: content instanceof Uint8Array ? once(content) : content }
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
