import { type CID, DAG_CBOR_CODEC } from '../../../src/codec/cid/cid.ts'
import { DomainError } from '../../../src/errors.ts'
import type { AbortOptions } from '../../../src/ports/abort.ts'
import type { Blockstore } from '../../../src/ports/blockstore.ts'
import { oneATurn } from '../one-a-turn.ts'
import type { IdbBlockIndex } from './idb-block-index.ts'
import type { IdbPacks } from './idb-packs.ts'
import { readable } from './indexed-database.ts'
import { joinedLookups } from './joined-lookups.ts'
import { libraryKey } from './library-key.ts'
import type { SingleBlocks } from './single-blocks.ts'

/** Maximum number of lookups, since the pack of a block may be rewritten between lookup and read. */
const MAX_LOOKS = 4

/**
 * Blocks from this size on are returned one in a turn. Chromium hashes within the call of `digest`, so the verification
 * of a whole pack would otherwise delay the request for the next one.
 */
const TURN_FROM_BYTES = 64 * 1024

export interface ReadBlocksOptions {
  readonly singles: Pick<SingleBlocks, 'read'>
  readonly index: Pick<IdbBlockIndex, 'find'>
  readonly packs: Pick<IdbPacks, 'read' | 'recall' | 'blocksIn'>
}

/** Creates `get` of a browser's store: finds a block in its row, in a pack or among the single ones. */
export function readBlocks({ singles, index, packs }: ReadBlocksOptions): Blockstore['get'] {
  /** The place of the last block that was not a dag-cbor node. The next one is most likely in the same place. */
  let isPacked = false
  let isInRow = false
  const lookups = joinedLookups()
  const turn = oneATurn()

  const lookUp = async (cid: CID, { signal }: AbortOptions) => {
    const key = libraryKey(cid)
    const isNode = cid.code === DAG_CBOR_CODEC
    // Reads the bytes at the same time as the row when they are probably stored singly. The row may prove the
    // read unnecessary, so its failure must not become an unhandled rejection.
    const early = isPacked || isInRow || isNode ? undefined : singles.read(key, { signal })
    early?.catch(() => undefined)
    for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
      const row = await index.find(key, { signal })
      if (!row) return undefined
      const { place, sizeBytes, inRow } = row
      if (!isNode) isInRow = inRow !== undefined
      if (inRow) return inRow
      isPacked = place !== undefined
      const bytes = await readable(
        place
          ? packs.read({ ...place, sizeBytes }, { signal })
          : (early ?? singles.read(key, { signal })).then((found) => found ?? singles.read(key, { signal })),
      )
      if (!bytes) continue
      if (place) lookups.foundIn(packs.blocksIn(place.pack))
      return bytes
    }
    throw new DomainError('corrupt', `Cannot read block "${key}": indexed, but its bytes are gone`)
  }
  /** Reads a block that the table of a recently read pack names. */
  const recall = async (cid: CID, options: AbortOptions) => {
    const place = await packs.recall(cid, options)
    const bytes = place && (await packs.read(place, options))
    if (place && bytes) lookups.foundIn(packs.blocksIn(place.pack))
    return bytes
  }
  const readPacked = async (cid: CID, options: AbortOptions) => {
    const recalled = await recall(cid, options)
    if (recalled) return recalled
    const leader = lookups.join()
    if (leader) {
      await leader
      options.signal?.throwIfAborted()
      const joined = await recall(cid, options)
      if (joined) return joined
      lookups.missed()
    }
    return lookups.lead(() => lookUp(cid, options))
  }

  return async (cid, options = {}) => {
    const isProbablyPacked = isPacked && cid.code !== DAG_CBOR_CODEC
    const bytes = await (isProbablyPacked ? readPacked(cid, options) : lookUp(cid, options))
    if (bytes && bytes.byteLength >= TURN_FROM_BYTES) await turn()
    return bytes
  }
}
