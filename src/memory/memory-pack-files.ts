import { joinBytes } from '../codec/bytes/bytes.ts'
import type { PackFiles } from '../ports/pack-files.ts'

const PAGE_FILES = 1_000

/** {@link PackFiles} in a map: the reference for all adapters. */
export function memoryPackFiles(): PackFiles {
  const files = new Map<number, Uint8Array>()
  let last = 0

  return {
    async append(added, { signal } = {}) {
      signal?.throwIfAborted()
      return added.map((parts) => {
        last += 1
        files.set(last, joinBytes(parts))
        return last
      })
    },
    async read({ pack, offset, sizeBytes }, { signal } = {}) {
      signal?.throwIfAborted()
      return files.get(pack)?.slice(offset, offset + sizeBytes)
    },
    async remove(packs, { signal } = {}) {
      signal?.throwIfAborted()
      for (const pack of packs) files.delete(pack)
    },
    async *list({ signal } = {}) {
      const packs = [...files.keys()]
      for (let at = 0; at < packs.length; at += PAGE_FILES) {
        signal?.throwIfAborted()
        yield packs.slice(at, at + PAGE_FILES).flatMap((pack) => {
          const bytes = files.get(pack)
          return bytes ? [{ pack, sizeBytes: bytes.byteLength }] : []
        })
      }
      signal?.throwIfAborted()
    },
  }
}
