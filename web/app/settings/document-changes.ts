/** A setting with another value after than before. `undefined` for none. */
export interface SettingChange {
  /** Dotted path of the setting. */
  readonly name: string
  readonly before: unknown
  readonly after: unknown
}

/** The settings in which two documents differ, ordered by name. */
export function changesBetween(before: unknown, after: unknown): readonly SettingChange[] {
  const [held, next] = [leavesOf(before), leavesOf(after)]
  const names = [...new Set([...held.keys(), ...next.keys()])].toSorted()
  return names
    .map((name) => ({ name, before: held.get(name), after: next.get(name) }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
}

/** All values that are not objects, by dotted path. The node refuses documents deeper than 64 levels. */
function leavesOf(value: unknown, path = ''): Map<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return new Map([[path, value]])
  return new Map(
    Object.entries(value).flatMap(([key, below]) => [
      ...leavesOf(below, path === '' ? key : `${path}.${key}`),
    ]),
  )
}
