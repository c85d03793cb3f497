import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Path of the first of these commands on `PATH`, or undefined. */
export function findCommand(commands: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return folders.flatMap((folder) => commands.map((command) => join(folder, command))).find(isExecutable)
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
