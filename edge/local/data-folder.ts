import { mkdirSync, readlinkSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Subfolder of each storage of the runtime. */
const PARTS = { r2Persist: 'r2', kvPersist: 'kv', durableObjectsPersist: 'objects', cachePersist: 'cache' }

/** Names of the subfolders of storages. */
export const STORAGES: readonly string[] = Object.values(PARTS)

/** Name of the subfolder of packs. */
export const PACKS_FOLDER = 'packs'

/** The folders of a runtime's storages, by miniflare's option names. */
export type StorageFolders = Readonly<Record<keyof typeof PARTS, string>>

/**
 * Creates a data folder if it does not exist. Throws an Error with a message for the user when the folder
 * cannot be created, or is a file.
 */
export function makeDataFolder(folder: string): void {
  try {
    makeFolder(folder)
  } catch (error) {
    const mayBeElsewhere = error instanceof Error && 'code' in error && NOT_HERE.includes(String(error.code))
    throw cannotUse(folder, error, mayBeElsewhere ? 'Name another folder by TIDEPOOL_DATA' : '')
  }
}

/** Codes of the system for a place in which this user cannot create folders. */
const NOT_HERE: readonly string[] = ['EACCES', 'ENOENT', 'EPERM', 'EROFS']

/** Creates the subfolders of a data folder. Throws as {@link makeDataFolder} does. */
export function storageFolders(dataFolder: string): StorageFolders {
  const entries = Object.entries(PARTS).map(([storage, name]) => [storage, join(dataFolder, name)] as const)
  for (const [, folder] of entries) makeDataFolder(folder)
  return Object.fromEntries(entries) as unknown as StorageFolders
}

/** Creates the folder of packs. Throws as {@link makeDataFolder} does. */
export function packsFolder(dataFolder: string): string {
  const folder = join(dataFolder, PACKS_FOLDER)
  makeDataFolder(folder)
  return folder
}

/** The error for a data folder, or a path in it, that cannot be used. `remedy` says what the user can do. */
export function cannotUse(path: string, cause: unknown, remedy = ''): Error {
  const reason = cause instanceof Error ? cause.message.replace(/, \w+ '.*$/, '') : String(cause)
  return new Error(`Cannot use data folder "${path}": ${reason}${remedy && `. ${remedy}`}`, { cause })
}

/** True for a folder, false for nothing. Throws an Error with the reason for anything else, links to nothing too. */
export function isFolder(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found) {
    if (found.isDirectory()) return true
    throw new Error('not a folder')
  }
  if (isLink(path)) throw new Error('a link to a folder that does not exist')
  return false
}

function isLink(path: string): boolean {
  try {
    return readlinkSync(path) !== ''
  } catch {
    return false
  }
}

/**
 * Avoids `mkdir` with `recursive`: it never returns where a parent is a folder that cannot have subfolders,
 * such as `/proc`.
 */
function makeFolder(path: string): void {
  if (isFolder(path)) return
  makeFolder(dirname(path))
  mkdirSync(path)
}
