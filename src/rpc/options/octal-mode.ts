import { DomainError } from '../../errors.ts'

/** Parses permission bits in octal. Throws `invalid-argument` with the reference implementation's text. */
export function octalMode(text: string): number {
  if (/^[0-7]{1,10}$/.test(text)) return Number.parseInt(text, 8) & 0o7777
  throw new DomainError(
    'invalid-argument',
    `strconv.ParseInt: parsing ${JSON.stringify(text.slice(0, 1024))}: invalid syntax`,
  )
}
