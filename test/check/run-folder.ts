import { accessSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system in memory, on Linux. */
const MEMORY = '/dev/shm'

/** All tests have 0.3 GiB there at once. Nodes that tests have killed leave their files until the end. */
const LEAST_BYTES = 4 * 1024 ** 3

const NAME = 'tidepool-tests-'

/**
 * Makes the folder of all temporary files of a run. It is in memory where the system has a large file system in memory
 * that starts programs, because nodes and browsers with their files on a disk take a tenth more processor time.
 */
export function makeRunFolder(): string {
  return makeMemoryFolder() ?? mkdtempSync(join(tmpdir(), NAME))
}

function makeMemoryFolder(): string | undefined {
  if (freeBytes() < LEAST_BYTES) return undefined
  const folder = mkdtempSync(join(MEMORY, NAME))
  if (startsPrograms(folder)) return folder
  rmSync(folder, { recursive: true })
  return undefined
}

function freeBytes(): number {
  try {
    accessSync(MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    return Math.min(bavail * bsize, process.availableMemory())
  } catch {
    return 0
  }
}

/** False in many containers, whose file system in memory is mounted with `noexec`. */
function startsPrograms(folder: string): boolean {
  const program = join(folder, 'program')
  writeFileSync(program, '', { mode: 0o755 })
  try {
    accessSync(program, constants.X_OK)
    return true
  } catch {
    return false
  } finally {
    rmSync(program)
  }
}
