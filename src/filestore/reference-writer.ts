import { type CID, IDENTITY_CODE } from '../codec/cid/cid.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Reference } from './reference-rows.ts'

/** Takes references instead of blocks while content is added. */
export interface ReferenceWriter {
  put(reference: Reference): Promise<void>
  /** Resolves when all references are stored. */
  flush(): Promise<void>
}

export interface ReferenceWriterOptions extends AbortOptions {
  readonly putMany: (references: readonly Reference[], options: AbortOptions) => Promise<void>
  readonly protect: (cids: readonly CID[], options: AbortOptions) => Promise<void>
  /** True for a block of which the node has a good copy: it needs no reference. */
  readonly isCopied: (cid: CID, options: AbortOptions) => Promise<boolean>
}

const MAX_BATCH = 256

/** Stores references in batches. Blocks are protected from garbage collection before anything relies on them. */
export function createReferenceWriter({
  putMany,
  protect,
  isCopied,
  signal,
}: ReferenceWriterOptions): ReferenceWriter {
  let batch: Reference[] = []
  let last: Promise<void> = Promise.resolve()

  const store = async (references: readonly Reference[]) => {
    await protect(
      references.map(({ cid }) => cid),
      { signal },
    )
    const wanted: Reference[] = []
    for (const reference of references) {
      if (!(await isCopied(reference.cid, { signal }))) wanted.push(reference)
    }
    if (wanted.length > 0) await putMany(wanted, { signal })
  }
  const send = () => {
    const references = batch
    batch = []
    if (references.length > 0) last = last.then(() => store(references))
    last.catch(() => undefined)
    return last
  }

  return {
    async put(reference) {
      if (reference.cid.multihash.code === IDENTITY_CODE) return
      batch.push(reference)
      if (batch.length >= MAX_BATCH) await send()
    },
    flush: send,
  }
}
