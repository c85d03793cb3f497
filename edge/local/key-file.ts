import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSection } from '../../src/config/read-config.ts'
import { nodeSections } from '../../src/config/schema.ts'
import { cannotUse } from './data-folder.ts'
import type { Settings } from './settings.ts'

const FILE = 'key-encryption-key'
const SECRET_BYTES = 32

/**
 * Adds the secret that encrypts private keys to settings without one. The secret is read from a file in the
 * data folder that only the owner can read, and that is created at the first start. This process must have claimed
 * the folder: two that start at once would both create the file, and one would encrypt with a key that is then lost.
 * Throws an Error with a message for the user when the file cannot be used, also when it contains no key.
 */
export function withKey({ variables, dataFolder, ...settings }: Settings): Settings {
  const key = variables.KEY_ENCRYPTION_KEY || keyOfDataFolder(dataFolder)
  return { ...settings, dataFolder, variables: { ...variables, KEY_ENCRYPTION_KEY: key } }
}

function keyOfDataFolder(dataFolder: string): string {
  const file = join(dataFolder, FILE)
  const key = keyOfFile(dataFolder, file)
  checkKey(key, file)
  return key
}

function keyOfFile(dataFolder: string, file: string): string {
  try {
    return storedKey(file) ?? makeKey(file)
  } catch (error) {
    throw cannotUse(dataFolder, error)
  }
}

/** A key that is not valid would leave the node without one, and its keys unusable, without a word at the start. */
function checkKey(key: string, file: string): void {
  try {
    parseSection(nodeSections.keys, { KEY_ENCRYPTION_KEY: key })
  } catch (cause) {
    throw new Error(
      `Cannot use key file "${file}": not ${SECRET_BYTES} bytes in base64. Put back a copy of it; without one, move it away: the next start makes another, with which private keys that are stored cannot be used`,
      { cause },
    )
  }
}

/** An empty file was left by a process that was killed before it wrote: nothing is encrypted with its key. */
function storedKey(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim() || undefined
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

function makeKey(file: string): string {
  const key = randomBytes(SECRET_BYTES).toString('base64')
  writeFileSync(file, `${key}\n`, { mode: 0o600, flush: true })
  return key
}
