import { randomBytes } from 'node:crypto'
import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = 'ballast'
/** More than the runtime needs to open its databases, which make files beside theirs first. */
const BALLAST_BYTES = 1024 * 1024
/** Ballast is taken on where it is a small part of what is free. */
const ROOMY_BYTES = 16 * BALLAST_BYTES

/**
 * Sees to it that the databases of a data folder can be opened on a full disk: a file holds room for that, and is
 * removed when nothing else is left. Call it before the runtime starts.
 */
export function balance(dataFolder: string): void {
  const path = join(dataFolder, FILE)
  const { bavail, bsize } = statfsSync(dataFolder)
  if (bavail * bsize < BALLAST_BYTES) rmSync(path, { force: true })
  // Chance, since some file systems give nothing for zeros.
  else if (bavail * bsize >= ROOMY_BYTES && !existsSync(path)) writeFileSync(path, randomBytes(BALLAST_BYTES))
}
