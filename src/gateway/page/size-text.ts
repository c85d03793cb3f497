const UNITS = ['KiB', 'MiB', 'GiB', 'TiB', 'PiB']

/** Formats a number of bytes: `12 B`, `1.5 KiB`, `230 MiB`. */
export function sizeText(sizeBytes: number): string {
  if (sizeBytes < 1024) return `${sizeBytes} B`
  let value = sizeBytes / 1024
  let unit = 0
  while (value >= 1023.5 && unit < UNITS.length - 1) {
    value /= 1024
    unit += 1
  }
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${UNITS[unit]}`
}
