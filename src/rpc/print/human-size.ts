const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB']

/** Formats a size as the reference's text forms do: decimal units, one decimal place below ten. `10 GB`, `1.5 kB`. */
export function humanSize(sizeBytes: number): string {
  if (sizeBytes < 10) return `${sizeBytes} B`
  let power = 0
  while (sizeBytes >= 1000 ** (power + 1) && power < UNITS.length - 1) power += 1
  const value = Math.floor((sizeBytes / 1000 ** power) * 10 + 0.5) / 10
  return `${value.toFixed(value < 10 ? 1 : 0)} ${UNITS[power]}`
}
