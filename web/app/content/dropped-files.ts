/** Something to add: a file under its relative path, or a folder that holds nothing. */
export interface Dropped {
  readonly path: string
  /** Absent for an empty folder. */
  readonly file?: File
}

/**
 * Everything in a drop, hidden files and empty folders too. To be called while the drop event is handled:
 * afterwards the browser has taken the entries back.
 */
export async function droppedFiles(transfer: DataTransfer): Promise<Dropped[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  const found: Dropped[] = []
  for (const entry of entries) for await (const dropped of read(entry)) found.push(dropped)
  return found
}

/** What a file input holds; a folder's files carry their path in it. */
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

/** A reader gives the children in parts, and nothing once it has given all. */
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
