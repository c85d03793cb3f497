import { accessSync, constants, type Dirent, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { cannotUse, isFolder, PACKS_FOLDER, STORAGES } from './data-folder.ts'

const { F_OK, R_OK, W_OK, X_OK } = constants

/** The file of the key, which nothing changes, the lock, which each start opens, and the record, which it replaces. */
const FILES = { 'key-encryption-key': R_OK, 'starter.lock': R_OK | W_OK, 'process.json': F_OK }
/** Subfolders of packs are numbered. */
const NUMBER = /^\d+$/
/** A database, and its journals. */
const DATABASE = /\.sqlite(-wal|-shm|-journal)?$/

/**
 * Throws an Error with a message for the user when this process may not write a folder or a database of a data
 * folder, as after a start by another user. Nothing is written. Packs are not looked at one by one, since there may
 * be 100,000: they are written once, so their folders decide. What does not exist is not checked.
 */
export function checkAccess(dataFolder: string): void {
  const check = (path: string, mode: number) => {
    try {
      accessSync(path, mode)
    } catch (error) {
      if (!isAbsent(error)) throw cannotUse(path, error, remedy(error, dataFolder))
    }
  }
  const checkFolder = (path: string) => {
    try {
      if (!isFolder(path)) return
    } catch (error) {
      throw cannotUse(path, error, remedy(error, dataFolder))
    }
    check(path, R_OK | W_OK | X_OK)
  }
  const checkTree = (folder: string) => {
    checkFolder(folder)
    for (const { name, isDirectory } of entriesOf(folder)) {
      if (isDirectory) checkTree(join(folder, name))
      else if (DATABASE.test(name)) check(join(folder, name), R_OK | W_OK)
    }
  }
  const checkFile = (path: string, mode: number) => {
    check(path, mode)
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw cannotUse(path, 'not a file')
  }
  checkFolder(dataFolder)
  for (const [name, mode] of Object.entries(FILES)) checkFile(join(dataFolder, name), mode)
  for (const name of STORAGES) checkTree(join(dataFolder, name))
  const packs = join(dataFolder, PACKS_FOLDER)
  checkFolder(packs)
  for (const { name, isDirectory } of entriesOf(packs))
    if (isDirectory || NUMBER.test(name)) checkFolder(join(packs, name))
}

function entriesOf(folder: string): { readonly name: string; readonly isDirectory: boolean }[] {
  let entries: Dirent[]
  try {
    entries = readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if (isAbsent(error)) return []
    throw error
  }
  return entries.map((entry) => ({ name: entry.name, isDirectory: entry.isDirectory() }))
}

/** What the user can do, as the end of a message. */
function remedy(error: unknown, dataFolder: string): string {
  const code = codeOf(error)
  if (code === undefined || code === 'ELOOP') return ''
  if (code === 'EROFS') return 'Mount its disk for writing, or name another folder by TIDEPOOL_DATA'
  const user = process.getuid?.()
  if (user === undefined || code !== 'EACCES') return 'Permit this user to read and write it'
  return `The node runs as user ${user}: give that user the data folder, by sudo chown -R ${user} "${dataFolder}" && sudo chmod -R u+rwX "${dataFolder}", or start as the user who owns it`
}

function isAbsent(error: unknown): boolean {
  return codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR'
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
