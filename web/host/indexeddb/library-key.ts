import { blockKey, type CID, cidOfBlockKey } from '../../../src/codec/cid/cid.ts'

/** The key of a block in `blockstore-idb`: a slash and the multihash in upper-case base32. */
export function libraryKey(cid: CID): string {
  return libraryKeyOf(blockKey(cid))
}

/** The CID of a {@link libraryKey}, with the raw codec. */
export function cidOfLibraryKey(key: string): CID {
  return cidOfBlockKey(blockKeyOf(key))
}

/** The {@link libraryKey} of a `blockKey`. */
export function libraryKeyOf(key: string): string {
  return `/${key.toUpperCase()}`
}

/** The `blockKey` of a {@link libraryKey}. */
export function blockKeyOf(libraryKey: string): string {
  return libraryKey.slice(1).toLowerCase()
}
