import { type CID, RAW_CODEC } from '../codec/cid/cid.ts'
import { verifyBlock } from '../codec/cid/multihash.ts'
import { DomainError, isDomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Block, Blockstore } from '../ports/blockstore.ts'
import type { Quarantine, ReleaseOptions } from './quarantine.ts'

/** Which reads are verified: all, or all except raw leaves of at least 16 KiB. */
export type VerifyReads = 'all' | 'nodes'

export interface SourceOptions {
  readonly store: Blockstore
  readonly quarantine: Quarantine
  /** Default: `all`. */
  readonly verifyReads?: VerifyReads | undefined
}

const LARGE_LEAF_BYTES = 16 * 1024

/**
 * Creates the second layer of block access: a view of a store that never returns a block whose bytes do not
 * hash to its CID. All readers of a node use it.
 *
 * When bytes do not match, every copy in the store is read. If none is intact, `get` throws `corrupt` and the
 * block is quarantined. Its bytes are kept, because the error may be in the read rather than on the disk, but
 * `has`, `stat` and `list` report it as absent, and the next `put` replaces it. While any block is quarantined,
 * a `put` of a held block verifies it first, so that adding a file again repairs the file. A block that can be
 * read again leaves the quarantine.
 *
 * A process that is killed between the replacement of bytes and the end of the quarantine leaves an intact
 * block in it, which the next read or put takes out.
 */
export function createSource({ store, quarantine, verifyReads = 'all' }: SourceOptions): Blockstore {
  const isTrusted = async (cid: CID, bytes: Uint8Array, options: AbortOptions) =>
    verifyReads === 'nodes' &&
    cid.code === RAW_CODEC &&
    bytes.byteLength >= LARGE_LEAF_BYTES &&
    !(await quarantine.has(cid, options))

  const release = async (cid: CID, options?: ReleaseOptions) => {
    if (await quarantine.has(cid, options)) await quarantine.release(cid, options)
  }

  /** The first intact copy. Quarantines a block that is held without one. */
  const recover = async (cid: CID, { isLost, ...options }: AbortOptions & { readonly isLost: boolean }) => {
    for await (const bytes of goodCopies(store, cid, options)) return bytes
    if (!(await store.has(cid, options))) return undefined
    try {
      await quarantine.add(cid, options)
    } catch {
      options.signal?.throwIfAborted()
      // A full disk cannot store the mark. The block is refused all the same.
    }
    const message = isLost
      ? `Cannot read block "${cid}": its bytes are gone from the storage; add its content again`
      : `block in storage has different hash than requested: ${cid}`
    throw new DomainError('corrupt', message)
  }

  const read = async (
    cid: CID,
    { mayTrust, ...options }: AbortOptions & { readonly mayTrust: boolean },
  ): Promise<Uint8Array | undefined> => {
    const bytes = await readHeld(store, cid, options)
    if (bytes === undefined) return undefined
    if (bytes === 'lost') return recover(cid, { ...options, isLost: true })
    const isTaken = mayTrust && (await isTrusted(cid, bytes, options))
    if (!isTaken && !(await isBlock(cid, bytes))) return recover(cid, { ...options, isLost: false })
    if (!quarantine.isKnownEmpty()) await release(cid, options)
    return bytes
  }

  /** Replaces corrupt bytes of blocks that were already held: `putMany` does not overwrite them. */
  const heal = async (blocks: readonly Block[], options: AbortOptions) => {
    for (const { cid, bytes } of blocks) {
      if (await isReadable(() => read(cid, { ...options, mayTrust: false }))) continue
      await store.replace(cid, bytes, options)
      await release(cid, options)
    }
  }

  /** Where one block is corrupt, others on the same disk probably are, so blocks that are stored again are verified. */
  const putMany: Blockstore['putMany'] = async (blocks, options = {}) => {
    const held: Block[] = []
    if ((await quarantine.counts(options)).quarantined > 0) {
      for (const block of blocks) if (await store.has(block.cid, options)) held.push(block)
    }
    await store.putMany(blocks, options)
    await heal(held, options)
  }

  return {
    get: (cid, options) => read(cid, { ...options, mayTrust: true }),
    async has(cid, options) {
      const [isHeld, isBad] = await Promise.all([store.has(cid, options), quarantine.has(cid, options)])
      return isHeld && !isBad
    },
    put: (cid, bytes, options) => putMany([{ cid, bytes }], options),
    putMany,
    async replace(cid, bytes, options) {
      await store.replace(cid, bytes, options)
      await release(cid, options)
    },
    copies: (cid, options = {}) => goodCopies(store, cid, options),
    async delete(cid, options) {
      await store.delete(cid, options)
      await release(cid, { ...options, isRemoved: true })
    },
    async *list(options = {}) {
      const { quarantined } = await quarantine.counts(options)
      for await (const block of store.list(options)) {
        if (quarantined === 0 || !(await quarantine.has(block.cid, options))) yield block
      }
    },
    async stat(cid, options) {
      const [held, isBad] = await Promise.all([store.stat(cid, options), quarantine.has(cid, options)])
      return isBad ? undefined : held
    },
    totals: (options) => store.totals(options),
    compact: (options) => store.compact(options),
    sweep: (options) => store.sweep(options),
  }
}

/** True when the bytes hash to the CID. */
export async function isBlock(cid: CID, bytes: Uint8Array): Promise<boolean> {
  try {
    await verifyBlock(cid, bytes)
    return true
  } catch (error) {
    if (isDomainError(error, 'corrupt')) return false
    throw error
  }
}

/** False for a corrupt block. */
async function isReadable(read: () => Promise<Uint8Array | undefined>): Promise<boolean> {
  try {
    return (await read()) !== undefined
  } catch (error) {
    if (isDomainError(error, 'corrupt')) return false
    throw error
  }
}

async function* goodCopies(
  store: Pick<Blockstore, 'copies'>,
  cid: CID,
  options: AbortOptions,
): AsyncGenerator<Uint8Array, void> {
  for await (const bytes of store.copies(cid, options)) if (await isBlock(cid, bytes)) yield bytes
}

/** Reads a block. `lost` when its row exists but its bytes are gone. */
async function readHeld(
  store: Pick<Blockstore, 'get'>,
  cid: CID,
  options: AbortOptions,
): Promise<Uint8Array | 'lost' | undefined> {
  try {
    return await store.get(cid, options)
  } catch (error) {
    if (isDomainError(error, 'corrupt')) return 'lost'
    throw error
  }
}
