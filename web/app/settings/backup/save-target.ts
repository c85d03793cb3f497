/** Where a file is written while it arrives. */
export interface SaveTarget {
  write(chunk: Uint8Array): Promise<void>
  /** Makes the file visible to the visitor. */
  finish(): Promise<void>
  /** Drops what was written. */
  drop(): Promise<void>
}

/** The dialog for new files, which some engines have. The types of the library lack it. */
interface FilePicker {
  showSaveFilePicker?: (options: { readonly suggestedName: string }) => Promise<FileSystemFileHandle>
}

/** After this time a download has started and no longer needs the object URL. */
const BEGUN_AFTER_MS = 60_000

/**
 * Lets the visitor choose a file where the browser has a dialog for it, and then writes to the disk. Elsewhere the
 * browser collects a Blob, which it keeps on its disk if it is large, and downloads it at the end. Must be called
 * when a button is pressed. `undefined` when the visitor closes the dialog.
 */
export async function chooseTarget(suggestedName: string): Promise<SaveTarget | undefined> {
  const { showSaveFilePicker } = window as FilePicker
  if (!showSaveFilePicker) return download(suggestedName)
  try {
    const handle = await showSaveFilePicker.call(window, { suggestedName })
    return toDisk(await handle.createWritable())
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined
    throw error
  }
}

function toDisk(file: FileSystemWritableFileStream): SaveTarget {
  return {
    // A view of a larger buffer is written as that view.
    write: (chunk) => file.write(chunk as Uint8Array<ArrayBuffer>),
    finish: () => file.close(),
    drop: () => file.abort(),
  }
}

function download(filename: string): SaveTarget {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const collected = new Response(readable).blob()
  // `finish` reports it; when the file is dropped, no caller needs to know.
  collected.catch(() => undefined)
  return {
    write: (chunk) => writer.write(chunk),
    async finish() {
      await writer.close()
      const link = document.createElement('a')
      link.href = URL.createObjectURL(await collected)
      link.download = filename
      link.click()
      setTimeout(() => URL.revokeObjectURL(link.href), BEGUN_AFTER_MS)
    },
    drop: () => writer.abort(),
  }
}
