import type { SourceFile } from './source-files.ts'

/** Lists names that two files of `src` export, unless they are known, and known ones that no longer have a twin. */
export function twinFaults(files: readonly SourceFile[], known: Readonly<Record<string, string>>): string[] {
  const paths = new Map<string, string[]>()
  for (const { path, exports } of files) {
    if (!path.startsWith('src/')) continue
    for (const name of exports) paths.set(name, [...(paths.get(name) ?? []), path])
  }
  const twins = [...paths].filter(([, owners]) => owners.length > 1)
  const unknown = twins.filter(([name]) => !Object.hasOwn(known, name))
  const gone = Object.keys(known).filter((name) => (paths.get(name)?.length ?? 0) < 2)
  return [
    ...unknown.map(
      ([name, owners]) => `"${name}" is exported by ${owners.join(' and ')}: give one another name`,
    ),
    ...gone.map((name) => `"${name}" has no twin any more: take it from test/boundaries/known-twins.ts`),
  ]
}
