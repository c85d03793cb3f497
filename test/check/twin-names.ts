import type { Twins } from '../boundaries/twins.ts'
import type { SourceFile } from './source-files.ts'

/** Lists names that two files export, and rows of the table that allow none. */
export function twinFaults(
  files: readonly Pick<SourceFile, 'path' | 'exports'>[],
  table: readonly Twins[],
): string[] {
  const owners = new Map<string, string[]>()
  for (const { path, exports } of files) {
    for (const name of exports) owners.set(name, [...(owners.get(name) ?? []), path])
  }
  const shared = [...owners].filter(([, paths]) => paths.length > 1)
  const allows = ({ files }: Twins, paths: readonly string[]) => paths.every((path) => files.test(path))
  return [
    ...shared
      .filter(([, paths]) => !table.some((row) => allows(row, paths)))
      .map(([name, paths]) => `"${name}" is exported by ${paths.join(' and ')}: give one another name`),
    ...table
      .filter((row) => !shared.some(([, paths]) => allows(row, paths)))
      .map(({ files }) => `No two files of ${files} export the same name: remove the row`),
  ]
}
