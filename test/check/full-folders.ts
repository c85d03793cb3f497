import { posix } from 'node:path'
import type { SourceFile } from './source-files.ts'

const MOST_FILES = 25

/** Lists folders of `src` with too many files at one level. */
export function folderFaults(files: readonly Pick<SourceFile, 'path'>[]): string[] {
  const counts = new Map<string, number>()
  for (const { path } of files) {
    if (!path.startsWith('src/')) continue
    const folder = posix.dirname(path)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > MOST_FILES)
    .map(([folder, count]) => `${folder} has ${count} files, more than ${MOST_FILES}: part it by subject`)
}
