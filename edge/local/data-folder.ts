import { mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What the runtime keeps apart in a data folder. */
const PARTS = { r2Persist: 'r2', kvPersist: 'kv', durableObjectsPersist: 'objects', cachePersist: 'cache' }

/** The folders of a runtime's storages, by the names that miniflare has for them. */
export type StorageFolders = Readonly<Record<keyof typeof PARTS, string>>

/**
 * Makes a data folder where there is none. Throws an Error, fit to be shown, for a folder that cannot be made, or a
 * file in its place.
 */
export function makeDataFolder(folder: string): void {
  try {
    makeFolder(folder)
  } catch (error) {
    throw cannotUse(folder, error)
  }
}

/** Makes the folders below a data folder. Throws as {@link makeDataFolder} does. */
export function storageFolders(dataFolder: string): StorageFolders {
  const entries = Object.entries(PARTS).map(([storage, name]) => [storage, join(dataFolder, name)] as const)
  for (const [, folder] of entries) makeDataFolder(folder)
  return Object.fromEntries(entries) as unknown as StorageFolders
}

/** What a person is told when nothing can be kept in a data folder. */
export function cannotUse(folder: string, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message.replace(/, \w+ '.*$/, '') : String(cause)
  return new Error(`Cannot use data folder "${folder}": ${reason}`, { cause })
}

/** Not `mkdir` with `recursive`: that never returns where a parent is a folder in which none can be made, as `/proc`. */
function makeFolder(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isDirectory()) return
  if (found) throw new Error('not a folder')
  makeFolder(dirname(path))
  mkdirSync(path)
}
