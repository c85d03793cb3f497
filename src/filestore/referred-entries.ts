import { equalBytes } from '../codec/bytes/bytes.ts'
import { DomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { FileSource, SourceEntry } from '../ports/file-source.ts'
import type { Location } from './location.ts'
import type { Sources } from './sources.ts'

export interface ReferredEntriesOptions extends AbortOptions {
  readonly sources: Pick<Sources, 'locate' | 'content'>
}

/**
 * Entries whose files have locations in the form in which references keep them. While a file is read, its source is
 * read too, so that no block refers to bytes that the source does not have.
 *
 * Throws what `locate` and `content` of the sources throw, `invalid-argument` for a file without a location, and
 * `failed-precondition` for one whose source has other bytes.
 */
export async function* referredEntries(
  source: FileSource,
  { sources, signal }: ReferredEntriesOptions,
): AsyncGenerator<SourceEntry, void> {
  for await (const entry of source) {
    if (entry.kind !== 'file') {
      yield entry
      continue
    }
    if (!entry.location) {
      throw new DomainError('invalid-argument', "missing file path or URL, can't create filestore reference")
    }
    const location = sources.locate(entry.location)
    const content = matched(entry.content, { location, content: sources.content(location, { signal }) })
    yield { ...entry, location: location.text, content }
  }
}

interface Referred {
  readonly location: Location
  readonly content: AsyncGenerator<Uint8Array, void>
}

/** The sent bytes, compared with the source piece by piece. The source may be longer. */
async function* matched(
  sent: AsyncIterable<Uint8Array>,
  { location, content }: Referred,
): AsyncGenerator<Uint8Array, void> {
  let ahead: Uint8Array = new Uint8Array()
  try {
    for await (const piece of sent) {
      for (let at = 0; at < piece.byteLength; ) {
        if (ahead.byteLength === 0) {
          const next = await content.next()
          if (next.done) throw differs(location)
          ahead = next.value
        }
        const size = Math.min(ahead.byteLength, piece.byteLength - at)
        if (!equalBytes(ahead.subarray(0, size), piece.subarray(at, at + size))) throw differs(location)
        ahead = ahead.subarray(size)
        at += size
      }
      yield piece
    }
  } finally {
    await content.return()
  }
}

function differs({ text }: Location): DomainError {
  return new DomainError(
    'failed-precondition',
    `Cannot refer to "${text}": its bytes are not those that were sent`,
  )
}
