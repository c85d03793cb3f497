import { blockKey, type CID, cidOfBlockKey, IDENTITY_CODE } from '../codec/cid/cid.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Datastore, Operation } from '../ports/datastore.ts'
import { keyOf, prefixRange, textBehind } from '../state/keys.ts'

const PREFIX = keyOf('repo/touched/')
const NOTHING = new Uint8Array()
/** Rows of one batch, and of one range query. */
const PAGE = 512

/** Records blocks that the current collection must keep: about 70 bytes each, until the collection has read them. */
export async function recordProtected(
  datastore: Pick<Datastore, 'batch'>,
  cids: readonly CID[],
  options: AbortOptions,
): Promise<void> {
  const stored = cids.filter(({ multihash }) => multihash.code !== IDENTITY_CODE)
  for (let at = 0; at < stored.length; at += PAGE) {
    const operations = stored.slice(at, at + PAGE).map((cid): Operation => {
      return { type: 'put', key: keyOf(PREFIX, blockKey(cid)), value: NOTHING }
    })
    await datastore.batch(operations, [], options)
  }
}

/** Passes every recorded block to `tell` and deletes its row, so that the next call reports only new ones. */
export async function takeProtected(
  datastore: Pick<Datastore, 'range' | 'batch'>,
  tell: (cid: CID) => void,
  options: AbortOptions = {},
): Promise<void> {
  for (;;) {
    const operations: Operation[] = []
    for await (const [key] of datastore.range({ ...prefixRange(PREFIX), limit: PAGE }, options)) {
      tell(cidOfBlockKey(textBehind(PREFIX, key)))
      operations.push({ type: 'delete', key })
    }
    if (operations.length > 0) await datastore.batch(operations, [], options)
    if (operations.length < PAGE) return
  }
}
