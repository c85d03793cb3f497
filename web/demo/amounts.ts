const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** A number of bytes for people, in the reader's language: `1.3 MB`. */
export function bytesText(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1)
  return new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit: UNITS[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power === 0 ? 0 : 1,
  }).format(bytes / 1000 ** power)
}

/** A count with its noun: `1 file`, `1,203 files`. */
export function filesText(count: number): string {
  return `${new Intl.NumberFormat().format(count)} ${count === 1 ? 'file' : 'files'}`
}
