import { bech32 } from '@scure/base'
import { type LedgerErrorName, ledgerError } from '../errors.ts'

/** Longest address. The network's accounts allow more than the 90 characters of BIP-173. */
const MAX_CHARACTERS = 1023
const MAX_PAYLOAD_BYTES = 255

export interface CheckAddressOptions {
  /** The part of the address before the separator `1`. */
  readonly prefix: string
  /** Error for an invalid address; sdk 7 when absent. */
  readonly error?: LedgerErrorName
}

/**
 * Validates an account address in bech32 and returns it in lower case, as it is stored. Throws `invalid-argument`
 * for another prefix, a wrong checksum, mixed case, bad padding, or a payload that is not of 1 to 255 bytes.
 *
 * Spec: ledger document, `sequencer`. Spec gap: lengths and case are those of the network.
 */
export function checkAddress(text: string, { prefix, error = 'address' }: CheckAddressOptions): string {
  const payload = payloadOf(text.trim() === '' ? '' : text, prefix)
  if (payload && payload.byteLength >= 1 && payload.byteLength <= MAX_PAYLOAD_BYTES) return text.toLowerCase()
  throw ledgerError(
    error,
    `Cannot take address "${text.slice(0, 80)}": expected bech32 with prefix "${prefix}"`,
  )
}

/** Formats bytes as an address. */
export function formatAddress(payload: Uint8Array, prefix: string): string {
  return bech32.encode(prefix, bech32.toWords(payload), MAX_CHARACTERS)
}

function payloadOf(text: string, prefix: string): Uint8Array | undefined {
  if (text.length > MAX_CHARACTERS) return undefined
  const decoded = bech32.decodeUnsafe(text, MAX_CHARACTERS)
  if (!decoded || decoded.prefix !== prefix) return undefined
  return bech32.fromWordsUnsafe(decoded.words) ?? undefined
}
