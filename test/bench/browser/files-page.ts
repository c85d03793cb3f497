import { joinBytes } from '../../../src/codec/bytes/bytes.ts'
import { newFileNumber } from '../../../web/host/packs/pack-numbers.ts'
import { type PackWorker, startPackWorker } from '../../../web/host/packs/pack-worker.ts'
import { offerBench, type PageNode } from './page-bench.ts'

/** Bytes of one file, as in a pack. */
const FILE_BYTES = 4 * 1024 * 1024
const MAX_WRITES = 3

offerBench(async () => bareFiles(await startPackWorker(['bench-files'])))

/** What the node's files cost without a node: no hash, no block, no index. A place is its CID. */
function bareFiles(worker: PackWorker): PageNode {
  const write = async (parts: readonly Uint8Array[]) => {
    const pack = newFileNumber()
    await worker.write(pack, parts)
    return pack
  }
  return {
    async add(content) {
      const pieces = content instanceof Uint8Array ? [content] : content
      const [writes, packs]: [Set<Promise<unknown>>, Promise<number>[]] = [new Set(), []]
      let [parts, sizeBytes]: [Uint8Array[], number] = [[], 0]
      const send = async () => {
        if (writes.size >= MAX_WRITES) await Promise.race(writes)
        const written = write(parts)
        const leaving: Promise<unknown> = written.then(() => writes.delete(leaving))
        writes.add(leaving)
        packs.push(written)
        parts = []
        sizeBytes = 0
      }
      for await (const piece of pieces) {
        for (let at = 0; at < piece.byteLength; ) {
          const part = piece.subarray(at, at + FILE_BYTES - sizeBytes)
          parts.push(part)
          sizeBytes += part.byteLength
          at += part.byteLength
          if (sizeBytes === FILE_BYTES) await send()
        }
      }
      if (sizeBytes > 0) await send()
      return (await Promise.all(packs)).map((pack) => `${pack}/0/${FILE_BYTES}`).join()
    },
    async addFolder(files) {
      const pack = await write([joinBytes(files)])
      let end = 0
      return files.map(({ byteLength }) => {
        end += byteLength
        return `${pack}/${end - byteLength}/${byteLength}`
      })
    },
    async *read(places) {
      for (const place of places.split(',')) {
        const [pack = 0, offset = 0, sizeBytes = 0] = place.split('/').map(Number)
        yield (await worker.read({ pack, offset, sizeBytes })) ?? new Uint8Array()
      }
    },
  }
}
