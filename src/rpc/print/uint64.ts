import { clientError } from '../errors.ts'

const MAX_UINT64 = 0xffff_ffff_ffff_ffffn

/**
 * Parses a 64-bit option, which is sent as a decimal string, since numbers of the wire are safe integers here.
 * `undefined` if it was not sent. Throws `invalid-argument` with Code 1.
 */
export function readUint64(name: string, text: string | undefined): bigint | undefined {
  if (text === undefined) return undefined
  const value = /^[0-9]{1,20}$/.test(text) ? BigInt(text) : MAX_UINT64 + 1n
  if (value <= MAX_UINT64) return value
  throw clientError('invalid-argument', `invalid ${name}: expected a whole number of 64 bits`)
}
