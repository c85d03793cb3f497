import { rooms } from '../boundaries/layers.ts'
import { twins } from '../boundaries/twins.ts'
import { folderFaults } from './full-folders.ts'
import { readSourceFiles } from './source-files.ts'
import { twinFaults } from './twin-names.ts'
import { wallFaults } from './walls.ts'

/** Lists everything below a folder that the tables of `test/boundaries/` do not allow. */
export function houseFaults(root: string): string[] {
  const files = readSourceFiles(root)
  return [...wallFaults(files, rooms), ...folderFaults(files), ...twinFaults(files, twins)]
}
