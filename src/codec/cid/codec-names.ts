import { DomainError } from '../../errors.ts'

/** Codec names of the multicodec table with tag `ipld`, and Filecoin's. Spec: multicodec table. */
const CODECS: Readonly<Record<string, number>> = {
  cbor: 0x51,
  raw: 0x55,
  'dag-pb': 0x70,
  'dag-cbor': 0x71,
  'libp2p-key': 0x72,
  'git-raw': 0x78,
  'torrent-info': 0x7b,
  'torrent-file': 0x7c,
  'blake3-hashseq': 0x80,
  'leofcoin-block': 0x81,
  'leofcoin-tx': 0x82,
  'leofcoin-pr': 0x83,
  'dag-jose': 0x85,
  'dag-cose': 0x86,
  'eth-block': 0x90,
  'eth-block-list': 0x91,
  'eth-tx-trie': 0x92,
  'eth-tx': 0x93,
  'eth-tx-receipt-trie': 0x94,
  'eth-tx-receipt': 0x95,
  'eth-state-trie': 0x96,
  'eth-account-snapshot': 0x97,
  'eth-storage-trie': 0x98,
  'eth-receipt-log-trie': 0x99,
  'eth-receipt-log': 0x9a,
  'bitcoin-block': 0xb0,
  'bitcoin-tx': 0xb1,
  'bitcoin-witness-commitment': 0xb2,
  'zcash-block': 0xc0,
  'zcash-tx': 0xc1,
  'stellar-block': 0xd0,
  'stellar-tx': 0xd1,
  'decred-block': 0xe0,
  'decred-tx': 0xe1,
  'dash-block': 0xf0,
  'dash-tx': 0xf1,
  'swarm-manifest': 0xfa,
  'swarm-feed': 0xfb,
  beeson: 0xfc,
  'dag-json': 0x0129,
  'swhid-1-snp': 0x01f0,
  json: 0x0200,
  'rdfc-1': 0xb403,
  'json-jcs': 0xb601,
  'fil-commitment-unsealed': 0xf101,
  'fil-commitment-sealed': 0xf102,
}

/** Codec names of the 0.9 API: `cbor` meant dag-cbor. */
const OLD_NAMES: Readonly<Record<string, string>> = { protobuf: 'dag-pb', cbor: 'dag-cbor' }

/** The number of a codec by its name in the multicodec table. `undefined` for an unknown name. */
export function codecNamed(name: string): number | undefined {
  return Object.hasOwn(CODECS, name) ? CODECS[name] : undefined
}

/**
 * The number of a codec by its name in the multicodec table, or by a number of the table in decimal or hexadecimal
 * digits. Throws `invalid-argument` for others, with the text of the reference implementation.
 */
export function parseCodec(text: string): number {
  const code = codecNamed(text) ?? (text === 'protobuf' ? PROTOBUF : numbered(text))
  if (code !== undefined) return code
  throw new DomainError('invalid-argument', `unknown multicodec: ${JSON.stringify(text.slice(0, 1024))}`)
}

/** Protocol Buffers. It is no codec of IPLD, and not what the 0.9 API calls `protobuf`. */
const PROTOBUF = 0x50

function numbered(text: string): number | undefined {
  const code = /^(0x[\da-f]+|[1-9]\d*)$/i.test(text) ? Number(text) : undefined
  return codecNames.some((codec) => codec.code === code) ? code : undefined
}

/** The number of a codec by its 0.9 name, or else by its name in the table. */
export function codecByOldName(name: string): number | undefined {
  return codecNamed(Object.hasOwn(OLD_NAMES, name) ? (OLD_NAMES[name] ?? name) : name)
}

/** A number of a table with its name. */
export interface CodeName {
  readonly code: number
  readonly name: string
}

/** All codecs of the table, ordered by number. */
export const codecNames: readonly CodeName[] = Object.entries(CODECS)
  .map(([name, code]) => ({ code, name }))
  .sort((a, b) => a.code - b.code)

const nameByCode = new Map([
  ...codecNames
    .filter(({ code, name }) => codecByOldName(name) === code)
    .map(({ code, name }) => [code, name] as const),
  ...Object.keys(OLD_NAMES).map((name) => [codecByOldName(name), name] as const),
])

/** The 0.9 name of a codec, or else its name in the table. `undefined` for an unknown codec. */
export function oldNameOfCodec(code: number): string | undefined {
  return nameByCode.get(code)
}
