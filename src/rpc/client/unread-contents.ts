import { assertSendable, isContent, isStream, type UploadEntry, type UploadFile } from './upload.ts'

type Content = UploadFile['content']

/** The contents of an upload of which nothing was read. Each may keep a file open. */
export interface UnreadContents {
  /** Adds contents that may still be read. Throws `TypeError` for one that cannot be sent. */
  add(entries: Iterable<UploadEntry>): void
  /** Takes a content out that is read from now on: whoever reads it also ends it. */
  begin(content: Content): void
}

/** Ends the contents that are still unread when the signal aborts, as at the end of each call. */
export function unreadContents(signal: AbortSignal): UnreadContents {
  const contents = new Set<Content>()
  const end = () => {
    for (const content of contents) leave(content, signal.reason)
    contents.clear()
  }
  signal.addEventListener('abort', end, { once: true })
  return {
    add(entries) {
      for (const entry of entries) {
        assertSendable(entry)
        if (entry.kind !== 'directory') contents.add(entry.content)
      }
      if (signal.aborted) end()
    },
    begin: (content) => void contents.delete(content),
  }
}

function leave(content: Content, reason: unknown): void {
  if (isStream(content)) content.cancel(reason).catch(() => undefined)
  else if (!isContent(content))
    content[Symbol.asyncIterator]()
      .return?.()
      .catch(() => undefined)
}
