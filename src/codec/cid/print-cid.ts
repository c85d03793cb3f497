import { DomainError } from '../../errors.ts'
import type { CID } from './cid.ts'
import { oldNameOfCodec } from './codec-names.ts'
import { hasherFor } from './hashers.ts'
import type { MultibaseCodec } from './multibase.ts'

export interface CidPrint {
  /** Text with tokens of `%` and one letter. */
  readonly format: string
  /** The multibase of all parts that are printed in one. */
  readonly base: MultibaseCodec<string>
}

/**
 * Prints a CID, or parts of it, in a printf-like format. `%s` of a CIDv0 has no multibase letter.
 *
 * Throws `unsupported` for an unknown token, which is at fault for every CID, and `invalid-argument` for `%s` of a
 * CIDv0 in any base but base58btc. Spec: RPC document, `/cid/format`; tokens and texts are the reference's.
 */
export function printCid(cid: CID, { format, base }: CidPrint): string {
  return format.replace(/%(.?)/gsu, (found, token: string) => {
    const print = TOKENS.get(token)
    if (print) return print(cid, base)
    const message = 'unrecognized specifier in format string'
    const fault = token === '' ? 'premature end of format string' : `${message}: ${found}`
    throw new DomainError('unsupported', fault)
  })
}

type Print = (cid: CID, base: MultibaseCodec<string>) => string

const withLetter = (base: MultibaseCodec<string>, bytes: Uint8Array) => base.encoder.encode(bytes)
const withoutLetter = (base: MultibaseCodec<string>, bytes: Uint8Array) =>
  withLetter(base, bytes).slice(base.prefix.length)

const codecName: Print = ({ code }) => oldNameOfCodec(code) ?? `codec?${code}`
const hashName: Print = ({ multihash: { code } }) => hasherFor(code)?.name ?? `hash?${code}`
const digestLength: Print = ({ multihash }) => String(multihash.digest.byteLength)

const TOKENS: ReadonlyMap<string, Print> = new Map<string, Print>([
  ['%', () => '%'],
  ['b', (_, base) => base.name],
  ['B', (_, base) => base.prefix],
  ['v', ({ version }) => `cidv${version}`],
  ['V', ({ version }) => String(version)],
  ['c', codecName],
  ['C', ({ code }) => String(code)],
  ['h', hashName],
  ['H', ({ multihash }) => String(multihash.code)],
  ['L', digestLength],
  ['m', ({ multihash }, base) => withLetter(base, multihash.bytes)],
  ['M', ({ multihash }, base) => withoutLetter(base, multihash.bytes)],
  ['d', ({ multihash }, base) => withLetter(base, multihash.digest)],
  ['D', ({ multihash }, base) => withoutLetter(base, multihash.digest)],
  ['s', wholeCid],
  ['S', ({ bytes }, base) => withoutLetter(base, bytes)],
  [
    'P',
    (cid, base) =>
      [`cidv${cid.version}`, ...[codecName, hashName, digestLength].map((print) => print(cid, base))].join(
        '-',
      ),
  ],
])

function wholeCid({ version, bytes }: CID, base: MultibaseCodec<string>): string {
  if (version === 1) return withLetter(base, bytes)
  if (base.name !== 'base58btc') throw invalid('invalid base encoding')
  return withoutLetter(base, bytes)
}

function invalid(message: string): DomainError {
  return new DomainError('invalid-argument', message)
}
