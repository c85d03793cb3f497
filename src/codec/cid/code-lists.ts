import { type CodeName, codecNames } from './codec-names.ts'
import { hashers } from './hashers.ts'
import { multibaseFor } from './multibase.ts'
import { isSecureHash } from './multihash.ts'

export type { CodeName }

/** The bases that the reference lists. `base8`, `base10` and `base32z` are supported here too. */
const LISTED_BASES = [
  ...['identity', 'base2', 'base32', 'base32upper', 'base32pad', 'base32padupper', 'base16', 'base16upper'],
  ...['base36', 'base36upper', 'base64', 'base64pad', 'base32hexpad', 'base32hexpadupper', 'base64url'],
  ...['base64urlpad', 'base32hex', 'base32hexupper', 'base58btc', 'base58flickr', 'base256emoji'],
]

/** Multibase encodings with the code points of their prefixes. */
export const baseList: readonly CodeName[] = LISTED_BASES.map((name) => ({
  code: multibaseFor(name)?.prefix.codePointAt(0) ?? 0,
  name,
})).sort(byCode)

/** The bases in the order of text output: lower-case letters before their upper-case ones. */
export const baseListByLetter: readonly CodeName[] = baseList.toSorted((a, b) => {
  const [first, second] = [a, b].map(
    ({ code }) => String.fromCodePoint(code).toLowerCase().codePointAt(0) ?? 0,
  )
  return (first ?? 0) - (second ?? 0) || b.code - a.code
})

/** Codecs that CIDs and blocks may have, but that the reference does not list: the table has them with another tag. */
const UNLISTED_CODECS: readonly string[] = ['fil-commitment-unsealed', 'fil-commitment-sealed']

/** Codecs that the reference lists, by their names in the multicodec table. */
export const codecList: readonly CodeName[] = codecNames.filter(({ name }) => !UNLISTED_CODECS.includes(name))

/** Hash functions that CIDs may use. All of them are supported. */
export const hashList: readonly CodeName[] = hashers
  .filter(({ code }) => isSecureHash(code))
  .map(({ code, name }) => ({ code, name }))
  .sort(byCode)

function byCode(a: CodeName, b: CodeName): number {
  return a.code - b.code
}
