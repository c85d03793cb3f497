import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** The name under which the runtime writes a file before it renames it. */
const PARTIAL = /^\.kj-tmp.*\.partial$/

/**
 * Removes the incomplete files that a killed runtime left in a folder and its subfolders. Call it while no
 * runtime uses the folder.
 */
export function removePartialFiles(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && PARTIAL.test(entry.name)) rmSync(join(entry.parentPath, entry.name))
  }
}
