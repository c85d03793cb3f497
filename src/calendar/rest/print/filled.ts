/** The entries that are not empty: venues and organizers leave the others out. */
export function filled<Name extends string>(
  entries: Readonly<Record<Name, string>>,
): Partial<Readonly<Record<Name, string>>> {
  const texts: Partial<Record<Name, string>> = { ...entries }
  for (const name in entries) if (entries[name] === '') delete texts[name]
  return texts
}
