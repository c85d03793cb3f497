import type { UnreadContents } from './unread-contents.ts'
import { isContent, type Upload, type UploadEntry, uploadEntries } from './upload.ts'

/** Which metadata the entries of an upload have. */
export interface CarriedMetadata {
  readonly mode: boolean
  readonly mtime: boolean
}

interface PrepareOptions {
  /** Metadata that options of the caller declare. */
  readonly announced: CarriedMetadata
  readonly signal: AbortSignal
  /** Gets the contents as they are known. */
  readonly unread: UnreadContents
}

export interface PreparedUpload {
  readonly entries: AsyncIterable<UploadEntry>
  readonly carried: CarriedMetadata
}

/**
 * Determines which metadata an upload has before any of it is sent, because the request's query declares it. Of
 * an `AsyncIterable` only the first entry is read in advance and decides for all: a later one with more
 * metadata throws a `TypeError`, unless `announced` covers it. After an abort, the source's `return` is called.
 */
export async function prepareUpload(
  upload: Upload,
  { announced, signal, unread }: PrepareOptions,
): Promise<PreparedUpload> {
  if (isContent(upload)) {
    unread.add([{ content: upload }])
    return { entries: uploadEntries(upload), carried: NONE }
  }
  if (Symbol.iterator in upload) {
    const entries = [...upload]
    unread.add(entries)
    return { entries: uploadEntries(entries), carried: carriedBy(entries) }
  }
  const source = upload[Symbol.asyncIterator]()
  const aborted = new Promise<never>((_, reject) => {
    const leave = () => {
      reject(signal.reason)
      source.return?.().catch(() => undefined)
    }
    signal.addEventListener('abort', leave, { once: true })
  })
  aborted.catch(() => undefined)
  const next = async () => {
    const step = await source.next()
    if (!step.done) unread.add([step.value])
    return step
  }
  const first = await Promise.race([next(), aborted])
  const carried = first.done ? NONE : carriedBy([first.value])
  const covered = { mode: carried.mode || announced.mode, mtime: carried.mtime || announced.mtime }
  return { entries: checked(first, next, covered), carried }
}

const NONE: CarriedMetadata = { mode: false, mtime: false }

function carriedBy(entries: readonly UploadEntry[]): CarriedMetadata {
  return {
    mode: entries.some(({ mode }) => mode !== undefined),
    mtime: entries.some(({ mtime }) => mtime !== undefined),
  }
}

async function* checked(
  first: IteratorResult<UploadEntry>,
  following: () => Promise<IteratorResult<UploadEntry>>,
  covered: CarriedMetadata,
): AsyncGenerator<UploadEntry, void> {
  for (let next = first; !next.done; next = await following()) {
    const { mode, mtime } = carriedBy([next.value])
    if (mode && !covered.mode) throw unannounced(next.value, 'preserve-mode')
    if (mtime && !covered.mtime) throw unannounced(next.value, 'preserve-mtime')
    yield next.value
  }
}

function unannounced({ path = '' }: UploadEntry, option: string): TypeError {
  return new TypeError(
    `Cannot send entry "${path}": its metadata needs the option "${option}", which was not sent because the first entry has none`,
  )
}
