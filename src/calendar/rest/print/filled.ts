/** The entries that are not empty: venues and organizers leave the others out. */
export function filled(entries: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(entries).filter(([, text]) => text !== ''))
}
