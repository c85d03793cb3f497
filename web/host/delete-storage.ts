import { withinOpenLimit } from './indexeddb/open-limit.ts'
import { packFolder } from './packs/pack-folder.ts'

/** Files of the origin private file system that a worker has just closed are free a moment later. */
const TRIES = 10
const WAIT_MS = 50

export interface DeleteStorageOptions {
  /** How long the deletion of a database may wait for another tab. Default: 30 seconds. */
  readonly limitMs?: number
}

/**
 * Deletes the whole storage of a node: its databases, which close in every tab, and its pack files. Does nothing where
 * there is none. Throws `unavailable` when another tab that has stopped holds up the deletion, and the `DOMException` of
 * a browser that refuses.
 */
export async function deleteStorage(name: string, { limitMs }: DeleteStorageOptions = {}): Promise<void> {
  for (const database of [`${name}/meta`, `${name}/blocks`]) {
    await withinOpenLimit(deleteDatabase(database), { action: 'delete', name: database, limitMs })
  }
  const [root, folder] = packFolder(name)
  try {
    const packs = await (await navigator.storage.getDirectory()).getDirectoryHandle(root)
    await removeEntry(packs, folder)
  } catch (error) {
    // A browser without the file system, or that denies it, has no pack files in it.
    const isAbsent = error instanceof DOMException && ['NotFoundError', 'SecurityError'].includes(error.name)
    if (!isAbsent && !(error instanceof TypeError)) throw error
  }
}

function deleteDatabase(name: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const request = indexedDB.deleteDatabase(name)
  request.onsuccess = () => resolve()
  request.onerror = () => reject(request.error)
  return promise
}

async function removeEntry(parent: FileSystemDirectoryHandle, name: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await parent.removeEntry(name, { recursive: true })
    } catch (error) {
      const isInUse = error instanceof DOMException && error.name === 'NoModificationAllowedError'
      if (!isInUse || tries === TRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
    }
  }
}
