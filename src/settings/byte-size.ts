/** Decimal and binary units, as the reference reads them: `10GB`, `1.5 TiB`, `4096`. */
const SIZE = /^(\d{1,16}(?:\.\d{1,6})?) ?(?:([kmgtp])(i)?)?b?$/i

const POWERS = ['', 'k', 'm', 'g', 't', 'p']

/** Bytes of a size such as `10GB`, rounded down. `undefined` for another text, and beyond 2^53. */
export function parseByteSize(text: string): number | undefined {
  const [, count, unit = '', binary] = SIZE.exec(text) ?? []
  if (count === undefined) return undefined
  const base = binary === undefined ? 1000 : 1024
  const bytes = Math.floor(Number(count) * base ** POWERS.indexOf(unit.toLowerCase()))
  return Number.isSafeInteger(bytes) ? bytes : undefined
}
