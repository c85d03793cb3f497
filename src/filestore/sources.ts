import { DomainError, isDomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Clock } from '../ports/clock.ts'
import type { Outbound } from '../ports/outbound.ts'
import type { SourceFiles, SourceRange } from '../ports/source-files.ts'
import { isUrlText, type Location, parseLocation } from './location.ts'
import { readUrl } from './read-url.ts'
import type { SourceRead } from './source-read.ts'

/** Sources of blocks that this host can read again. */
export interface Sources {
  readonly hasFiles: boolean
  readonly hasUrls: boolean
  /** Checks a text that a caller has sent. Throws `invalid-argument`, `forbidden`, and `unsupported` where disabled. */
  locate(text: string): Location
  read(location: string, options: SourceRange & AbortOptions): Promise<SourceRead>
  /**
   * All bytes of a source. Throws `failed-precondition` when it changes meanwhile or ends before its stated length,
   * `too-large`, and `unavailable` when it cannot be read, with the HTTP status in the details.
   */
  content(location: Location, options?: AbortOptions): AsyncGenerator<Uint8Array, void>
}

export interface SourcesOptions {
  /** Present where the filestore is enabled. */
  readonly files?: SourceFiles | undefined
  /** Present where the urlstore is enabled. */
  readonly urls?: Outbound | undefined
  readonly clock: Pick<Clock, 'sleep'>
}

/** One request reads so much of a source that is read from its beginning to its end. */
const WINDOW_BYTES = 1024 * 1024

/** A server can send without end. */
const MAX_SOURCE_BYTES = 1024 ** 4

export function createSources({ files, urls, clock }: SourcesOptions): Sources {
  const readFile = async (path: string, range: SourceRange & AbortOptions): Promise<SourceRead> => {
    if (!files) return { state: 'error', reason: NO_FILES }
    const piece = await files.read(path, range)
    return piece
      ? { state: 'read', ...piece }
      : { state: 'no-file', reason: `open ${path}: no such file or directory` }
  }
  const read: Sources['read'] = async (location, range) => {
    try {
      if (!isUrlText(location)) return await readFile(location, range)
      if (!urls) return { state: 'error', reason: NO_URLS }
      return await readUrl(new URL(location), { ...range, outbound: urls, clock })
    } catch (error) {
      range.signal?.throwIfAborted()
      if (!isDomainError(error)) throw error
      return { state: 'error', reason: error.message }
    }
  }
  return {
    hasFiles: files !== undefined,
    hasUrls: urls !== undefined,
    read,
    locate(text) {
      const location = parseLocation(text)
      if (location.kind === 'file') {
        if (!files) throw new DomainError('unsupported', NO_FILES)
        return location
      }
      if (!urls) throw new DomainError('unsupported', NO_URLS)
      const refusal = urls.refusal(location.url)
      if (refusal !== undefined) {
        throw new DomainError('forbidden', `Cannot refer to "${location.url.origin}": ${refusal}`)
      }
      return location
    },
    async *content({ text }, { signal } = {}) {
      let first: FoundSource | undefined
      const changed = () =>
        new DomainError('failed-precondition', `Cannot add "${text}": it changed while it was read`)
      for (let offset = 0; ; ) {
        const piece = await read(text, { offset, sizeBytes: WINDOW_BYTES, signal })
        if (piece.state !== 'read' && piece.state !== 'past-end') {
          throw new DomainError('unavailable', piece.reason, { details: { status: piece.status } })
        }
        first ??= piece
        if (isChanged(first, piece)) throw changed()
        if (piece.state === 'past-end' || piece.bytes.byteLength === 0) {
          // A server can also answer no bytes before the end.
          if (offset !== (piece.totalBytes ?? first.totalBytes ?? offset)) throw changed()
          return
        }
        offset += piece.bytes.byteLength
        if (offset > MAX_SOURCE_BYTES) {
          throw new DomainError('too-large', `Cannot add "${text}": over ${MAX_SOURCE_BYTES} bytes`)
        }
        yield piece.bytes
      }
    },
  }
}

/** A response of a source that is there. */
type FoundSource = Extract<SourceRead, { readonly version: string }>

/** True if the source has changed between two responses. One without bytes may leave out what it would state. */
function isChanged(first: FoundSource, next: FoundSource): boolean {
  const isComparable = next.state === 'read' || (first.version !== '' && next.version !== '')
  const isOtherVersion = isComparable && next.version !== first.version
  return isOtherVersion || (next.totalBytes ?? first.totalBytes) !== (first.totalBytes ?? next.totalBytes)
}

const NO_FILES = 'filestore is not enabled, see https://git.io/vNItf'
const NO_URLS = 'urlstore is not enabled'
