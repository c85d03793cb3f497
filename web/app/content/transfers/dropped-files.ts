/** A file with its relative path, or an empty folder. */
export interface Dropped {
  readonly path: string
  /** Absent for an empty folder. */
  readonly file?: File
}

/**
 * Reads all entries of a drop, including hidden files and empty folders. Call it synchronously in the drop
 * event: the browser invalidates the entries afterwards.
 */
export async function droppedFiles(transfer: DataTransfer): Promise<Dropped[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  const found: Dropped[] = []
  for (const entry of entries) for await (const dropped of read(entry)) found.push(dropped)
  return found
}

/** The files of a file input. Files of a chosen folder have their path. */
export function chosenFiles(files: Iterable<File>): Dropped[] {
  return [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }))
}

async function* read(entry: FileSystemEntry): AsyncGenerator<Dropped> {
  const path = entry.fullPath.replace(/^\//, '')
  if (isFile(entry)) yield { path, file: await fileOf(entry) }
  if (!isDirectory(entry)) return
  const children = await childrenOf(entry)
  if (children.length === 0) yield { path }
  for (const child of children) yield* read(child)
}

/** Reads the children of a folder. The reader returns them in batches, and an empty batch at the end. */
async function childrenOf(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader()
  const children: FileSystemEntry[] = []
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (part.length === 0) return children
    children.push(...part)
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}
