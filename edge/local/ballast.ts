import { randomBytes } from 'node:crypto'
import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = 'ballast'
/** More than the runtime needs to open its databases, which creates journal files first. */
const BALLAST_BYTES = 1024 * 1024
/** The ballast file is created only where it is a small part of the free space. */
const ROOMY_BYTES = 16 * BALLAST_BYTES

/**
 * Keeps space for opening the databases of a data folder on a full disk: a ballast file reserves it, and is
 * removed when no other space is left. Call it before the runtime starts.
 */
export function adjustBallast(dataFolder: string): void {
  const path = join(dataFolder, FILE)
  if (isDiskFull(dataFolder)) rmSync(path, { force: true })
  // Random bytes, because some file systems allocate nothing for zeros.
  else if (freeBytes(dataFolder) >= ROOMY_BYTES && !existsSync(path)) {
    writeFileSync(path, randomBytes(BALLAST_BYTES))
  }
}

/** True when the runtime may find no space to open its databases. */
export function isDiskFull(dataFolder: string): boolean {
  return freeBytes(dataFolder) < BALLAST_BYTES
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
