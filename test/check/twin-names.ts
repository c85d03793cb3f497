import type { SourceFile } from './source-files.ts'

/** Lists names that two files of `src` export. */
export function twinFaults(files: readonly SourceFile[]): string[] {
  const paths = new Map<string, string[]>()
  for (const { path, exports } of files) {
    if (!path.startsWith('src/')) continue
    for (const name of exports) paths.set(name, [...(paths.get(name) ?? []), path])
  }
  return [...paths]
    .filter(([, owners]) => owners.length > 1)
    .map(([name, owners]) => `"${name}" is exported by ${owners.join(' and ')}: give one another name`)
}
