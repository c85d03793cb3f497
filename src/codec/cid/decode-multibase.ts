import type { MultibaseCodec } from './multibase.ts'

/**
 * Decodes multibase text, prefix included. Accepts what the reference implementation accepts: line breaks in base32
 * and base64, any bits after the last byte, and in base2 a first byte of fewer than 8 digits. Unlike it, throws for
 * base32 that ends within a byte, or goes on after its padding: letters would be dropped.
 *
 * Throws `SyntaxError`, for base32, base64 and no digits with the text of the reference implementation. The position in
 * it is the first character that is not as expected; where line breaks or padding precede it, the reference may count
 * on.
 */
export function decodeMultibaseText(text: string, base: MultibaseCodec<string>): Uint8Array {
  const digits = text.slice(base.prefix.length)
  const [, size, letters] = /^base(32|64)(hex|url)?(?:pad)?(?:upper)?$/.exec(base.name) ?? []
  if (size !== undefined) return decodeGroups(digits.replace(/[\r\n]/g, ''), base, `${size}${letters ?? ''}`)
  if (digits === '' && /58|36/.test(base.name)) {
    throw new SyntaxError(/58/.test(base.name) ? 'zero length string' : 'can not decode zero-length string')
  }
  const fault = faultOf(digits, base.name)
  if (fault !== undefined) throw new SyntaxError(fault)
  if (base.name !== 'base2') return base.decoder.decode(text)
  return base.decoder.decode(base.prefix + digits.padStart(Math.ceil(digits.length / 8) * 8, '0'))
}

/** What is wrong with digits in base 16 or 58, in the words of the reference implementation. */
function faultOf(digits: string, name: string): string | undefined {
  if (/^base16/.test(name)) {
    const other = /[^\da-f]/iu.exec(digits)?.[0]
    if (other === undefined)
      return digits.length % 2 === 1 ? 'encoding/hex: odd length hex string' : undefined
    const code = (other.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
    return `encoding/hex: invalid byte: U+${code} '${other}'`
  }
  const other = /^base58/.test(name) ? /[^1-9A-HJ-NP-Za-km-z]/u.exec(digits)?.[0] : undefined
  return other === undefined ? undefined : `invalid base58 digit ('${other}')`
}

/** Finds a character that is no letter, by the number of letters and their kind. */
const OTHER: Readonly<Record<string, RegExp>> = {
  32: /[^a-z2-7]|$/i,
  '32hex': /[^\da-v]|$/i,
  64: /[^a-z\d+/]|$/i,
  '64url': /[^\w-]|$/,
}

/** Decodes a base whose letters are whole bits: its encoder fills the last group of letters with zero bits. */
function decodeGroups(digits: string, base: MultibaseCodec<string>, letters: string): Uint8Array {
  const [groupLetters, bits] = letters.startsWith('32') ? [8, 5] : [4, 6]
  const end = digits.search(OTHER[letters] ?? /$/)
  const last = end % groupLetters
  const isWithinByte = (last * bits) % 8 >= bits
  const padding = base.name.includes('pad') && last > 0 ? '='.repeat(groupLetters - last) : ''
  if (isWithinByte || digits.slice(end) !== padding) {
    const position = end === digits.length ? end - last : end
    throw new SyntaxError(`illegal base${letters.slice(0, 2)} data at input byte ${position}`)
  }
  const zero = base.encoder.encode(Uint8Array.of(0)).charAt(1)
  const whole = digits.slice(0, end).padEnd(end + ((groupLetters - last) % groupLetters), zero)
  return base.decoder.decode(base.prefix + whole).subarray(0, Math.floor((end * bits) / 8))
}
