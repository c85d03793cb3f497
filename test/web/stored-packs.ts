import { PACKS } from '../../web/host/indexeddb/meta-database.ts'

/** The packs of a storage, by where they are stored. */
export interface StoredPacks {
  /** Numbers of those in Blobs of the database. */
  readonly blobs: readonly number[]
  /** Sizes in bytes of those in files, by name. */
  readonly files: ReadonlyMap<string, number>
}

export async function storedPacks(name: string): Promise<StoredPacks> {
  const database = await answer(indexedDB.open(`${name}/meta`))
  const keys = await answer(database.transaction(PACKS).objectStore(PACKS).getAllKeys())
  database.close()
  const files = new Map<string, number>()
  for await (const handle of (await packFolder(name)).values()) {
    if (handle.kind === 'file') files.set(handle.name, (await handle.getFile()).size)
  }
  return { blobs: keys.map(Number), files }
}

/** The folder of a storage's files. */
export async function packFolder(name: string): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory()
  const all = await root.getDirectoryHandle('tidepool-packs', { create: true })
  return all.getDirectoryHandle(name, { create: true })
}

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
