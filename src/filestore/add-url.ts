import type { CID } from '../codec/cid/cid.ts'
import type { AddStage } from '../content-lock/open-adds.ts'
import { DomainError, isDomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { FileSource } from '../ports/file-source.ts'
import type { AddStore } from '../unixfs/add/add.ts'
import { type AddAndPinOptions, addAndPin } from '../unixfs/add/add-and-pin.ts'
import type { AddEvent } from '../unixfs/add/added-event.ts'
import type { Filestore } from './filestore.ts'

export interface AddUrlOptions extends AbortOptions, Pick<AddAndPinOptions, 'trickle' | 'pinRoots'> {
  readonly filestore: Pick<Filestore, 'openUrl'>
  readonly store: Omit<AddStore, 'blockstore' | 'references'>
  /** Runs the add beside garbage collection. */
  readonly adding: (
    add: (stage: AddStage) => AsyncGenerator<AddEvent, void>,
    options: AbortOptions,
  ) => AsyncIterable<AddEvent>
}

export interface AddedUrl {
  readonly cid: CID
  /** Of the content. */
  readonly sizeBytes: number
}

/**
 * Adds the content of a URL as references to it. Throws `invalid-argument`, `forbidden` and `unsupported` for the URL,
 * `unavailable` when it cannot be read, `failed-precondition` when it changes meanwhile.
 */
export async function addUrl(
  url: string,
  { filestore, store, adding, signal, ...options }: AddUrlOptions,
): Promise<AddedUrl> {
  const { location, content, references } = filestore.openUrl(url, { signal })
  let sizeBytes = 0
  const counted = async function* () {
    for await (const piece of successful(content)) {
      sizeBytes += piece.byteLength
      yield piece
    }
  }
  const source = async function* (): FileSource {
    yield { kind: 'file' as const, path: '', content: counted(), location: location.text }
  }
  const addTo = (stage: AddStage) => {
    const { blockstore, onReceived } = stage
    const into = { ...store, blockstore, references: references(stage) }
    return addAndPin(into, source(), { ...options, rawLeaves: true, onReceived, signal })
  }
  let cid: CID | undefined
  for await (const event of adding(addTo, { signal })) if (event.type === 'added') cid = event.cid
  if (!cid) throw new TypeError('Cannot add URL: nothing was added')
  return { cid, sizeBytes }
}

/** Says of an HTTP response without content what the reference implementation says. */
async function* successful(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  try {
    yield* content
  } catch (error) {
    if (!isDomainError(error) || error.details['status'] === undefined) throw error
    throw new DomainError('unavailable', 'got non-2XX status code', { cause: error })
  }
}
