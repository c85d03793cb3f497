import { CID, RAW_CODEC } from '../codec/cid/cid.ts'
import type { ContentLock } from '../content-lock/content-lock.ts'
import type { AddStage } from '../content-lock/open-adds.ts'
import { DomainError, isDomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Blockstore } from '../ports/blockstore.ts'
import type { FileSource } from '../ports/file-source.ts'
import { isUrlText, type Location } from './location.ts'
import { type ReferencedBlock, readReference } from './read-reference.ts'
import type { Reference } from './reference-rows.ts'
import { createReferenceWriter, type ReferenceWriter } from './reference-writer.ts'
import type { References } from './references.ts'
import { referredEntries } from './referred-entries.ts'
import type { Sources } from './sources.ts'
import { unreferencedBlocks } from './unreferenced-blocks.ts'

/** The state of one reference; `missing` where the block has none. */
export type FilestoreState = ReferencedBlock['state'] | 'missing' | 'failed'

export interface FilestoreItem {
  readonly state: FilestoreState
  /** Why the state is not `good`. */
  readonly reason?: string | undefined
  /** Raw CIDv1; absent where a path leads to none. */
  readonly cid?: CID | undefined
  /** Absent where there is no reference. */
  readonly reference?: Reference | undefined
}

export interface ListReferencesOptions extends AbortOptions {
  /** In the order of locations and offsets. */
  readonly byPlace?: boolean | undefined
}

export interface LookUpOptions extends AbortOptions {
  /** Resolves a path; a path for which it throws is an item in state `failed`. */
  readonly resolve: (path: string, options: AbortOptions) => Promise<CID>
}

/** Blocks whose bytes are outside the Blockstore. Every call throws `unsupported` where neither store is enabled. */
export interface Filestore {
  /** Every reference, without a look at its source. */
  list(options?: ListReferencesOptions): AsyncGenerator<FilestoreItem, void>
  /** Every reference with the state of its source. */
  verify(options?: ListReferencesOptions): AsyncGenerator<FilestoreItem, void>
  /** The references of the blocks at these paths, with the states of their sources. */
  lookUp(paths: readonly string[], options: LookUpOptions): AsyncGenerator<FilestoreItem, void>
  /** Blocks of which there are a reference and a copy. */
  duplicates(options?: AbortOptions): AsyncGenerator<CID, void>
  /**
   * What an add reads and writes. With `nocopy` its files are referred to: their sources are read beside what was
   * sent, and must have the same bytes. With `fscache` a block is not stored that a good reference has.
   */
  forAdd(add: AddInput): AddPlan
  /** The entry that `urlstore/add` adds for a URL. Throws `invalid-argument`, `forbidden` and `unsupported` for the URL. */
  openUrl(url: string, options?: AbortOptions): OpenedUrl
}

export interface AddInput extends AbortOptions {
  readonly source: FileSource
  readonly stage: Pick<AddStage, 'blockstore' | 'relyOn'>
  readonly nocopy?: boolean | undefined
  readonly fscache?: boolean | undefined
}

export interface AddPlan extends Pick<AddInput, 'source'>, Pick<AddStage, 'blockstore'> {
  readonly references?: ReferenceWriter
}

export interface OpenedUrl {
  readonly location: Location
  readonly content: AsyncIterable<Uint8Array>
  /** What the add stores its references in. */
  readonly references: (stage: Pick<AddStage, 'relyOn'>) => ReferenceWriter
}

export interface FilestoreOptions {
  readonly references: References
  readonly sources: Sources
  /** Copies alone. */
  readonly localStore: Pick<Blockstore, 'has'>
  /** True for a copy whose bytes are corrupt. */
  readonly quarantine: { has(cid: CID, options?: AbortOptions): Promise<boolean> }
  readonly contentLock: Pick<ContentLock, 'protect'>
}

export function createFilestore(options: FilestoreOptions): Filestore {
  const { references, sources, localStore, quarantine, contentLock } = options
  const isEnabled = sources.hasFiles || sources.hasUrls
  const assertEnabled = () => {
    if (isEnabled) return
    throw new DomainError('unsupported', 'filestore is not enabled, see https://git.io/vNItf')
  }
  const listed = (byPlace: boolean | undefined, abort: AbortOptions) =>
    byPlace ? references.listByPlace(abort) : references.list(abort)
  const checked = async (reference: Reference, abort: AbortOptions): Promise<FilestoreItem> => {
    const block = await readReference(sources, reference, abort)
    const reason = block.state === 'good' ? undefined : block.reason
    return { state: block.state, reason, cid: reference.cid, reference }
  }
  const isCopied = async (cid: CID, abort: AbortOptions) =>
    (await localStore.has(cid, abort)) && !(await quarantine.has(cid, abort))

  /** A collection that waits for the add keeps what it relies on by its rows, another one by what it tells. */
  const protectFor =
    ({ relyOn }: Pick<AddStage, 'relyOn'>): ContentLock['protect'] =>
    (cids, abort) => {
      relyOn(cids)
      return contentLock.protect(cids, abort)
    }
  const writer = (stage: Pick<AddStage, 'relyOn'>, { signal }: AbortOptions) =>
    createReferenceWriter({ putMany: references.putMany, protect: protectFor(stage), isCopied, signal })

  return {
    async *list({ byPlace, ...abort } = {}) {
      assertEnabled()
      for await (const reference of listed(byPlace, abort)) {
        yield { state: 'good', cid: reference.cid, reference }
      }
    },
    async *verify({ byPlace, ...abort } = {}) {
      assertEnabled()
      for await (const reference of listed(byPlace, abort)) yield await checked(reference, abort)
    },
    async *lookUp(paths, { resolve, ...abort }) {
      assertEnabled()
      for (const path of paths) {
        try {
          const cid = CID.createV1(RAW_CODEC, (await resolve(path, abort)).multihash)
          const reference = await references.find(cid, abort)
          yield reference
            ? await checked(reference, abort)
            : { state: 'missing', reason: `ipld: could not find ${cid}`, cid }
        } catch (error) {
          if (!isDomainError(error)) throw error
          yield { state: 'failed', reason: `${path.slice(0, 1000)}: ${error.message}` }
        }
      }
    },
    async *duplicates(abort = {}) {
      assertEnabled()
      for await (const { cid } of references.list(abort)) if (await localStore.has(cid, abort)) yield cid
    },
    forAdd({ source, stage, nocopy = false, fscache = false, signal }) {
      const { blockstore } = stage
      if (nocopy) {
        if (!isEnabled) throw new DomainError('unsupported', NOTHING_TO_REFER_TO)
        const entries = referredEntries(source, { sources, signal })
        return { source: entries, blockstore, references: writer(stage, { signal }) }
      }
      if (!fscache || !isEnabled) return { source, blockstore }
      return {
        source,
        blockstore: unreferencedBlocks(blockstore, { ...options, protect: protectFor(stage) }),
      }
    },
    openUrl(url, abort = {}) {
      if (!isUrlText(url)) throw new DomainError('invalid-argument', `unsupported url syntax: ${url}`)
      const location = sources.locate(url)
      const content = sources.content(location, abort)
      return { location, content, references: (stage) => writer(stage, abort) }
    },
  }
}

const NOTHING_TO_REFER_TO =
  'either the filestore or the urlstore must be enabled to use nocopy, see: https://git.io/vNItf'
