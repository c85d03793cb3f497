/** Files that export the same names on purpose: one thing, written once for each host or language. */
export interface Twins {
  readonly files: RegExp
  readonly reason: string
}

/** Every other name is exported by one file alone. */
export const twins: readonly Twins[] = [
  {
    files: /^(?:edge|web\/host)\/(?:console-logger|system-clock|web-crypto-random)\.ts$/,
    reason: 'the same port on two hosts, which may not import one another',
  },
  {
    files: /^web\/app\/language\/texts\/(?:de|en|fr)\/[^/]+\.ts$/,
    reason: 'the texts of one view in each language, of which a page loads one',
  },
]
