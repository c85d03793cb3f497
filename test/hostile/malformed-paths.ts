/** A text that is no path, and the reason that follows `invalid path "<text>": `. */
export type MalformedPath = readonly [text: string, reason: string | RegExp]

const SHORT = 'cid too short'
const UNKNOWN_BASE = 'selected encoding not supported'
const VARINT = /^varints malformed, /
const MH_SHORT = 'multihash too short. must be >= 2 bytes'
const MH_LONG = 'length greater than remaining number of bytes in buffer'
const TRAILING = 'trailing bytes in data buffer passed to cid Cast'
const FEW = 'not enough path components'

const DIGEST = '00'.repeat(32)
const V0 = 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'
const V1 = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'

/** Where a text has a prefix of a known base, and a digit that the base lacks. */
const BAD_DIGITS: readonly MalformedPath[] = [
  ...[
    '02',
    '79',
    '9a',
    'fg0',
    'FG0',
    'http:',
    'true',
    'vw0',
    'VW0',
    'tw0',
    'TW0',
    'b1a',
    'B1A',
    'c1a=',
    'C1A=',
    'h02',
  ],
  ...['k_a', 'K_A', 'm!a', 'M!a=', 'u+a', 'U+a=', '🚀aa', 'b=a', 'bAFKREI'],
  ...['f 1', 'm a', `${V1} `, `${V1}\n`, `${V1}\0`, `${V1}%`, `b${'ä'.repeat(58)}`],
].map((text): MalformedPath => [text, /^illegal base\w+ data$/])

const BAD_58: readonly MalformedPath[] = [
  ['z0a', '0'],
  ['zOa', 'O'],
  ['zIa', 'I'],
  ['zla', 'l'],
  ['z a', ' '],
  ['z+a', '+'],
  [`${V0.slice(0, -1)}0`, '0'],
  [`${V0.slice(0, -1)}l`, 'l'],
  [`Qm${'O'.repeat(44)}`, 'O'],
].map(([text = '', digit]): MalformedPath => [text, `invalid base58 digit ('${digit}')`])

const UNKNOWN_BASES: readonly MalformedPath[] = [
  ...['Qm', 'Qmfoo', 'QM', 'xyz', 'ABC', 'yes', 'dd', 'eee', '1111', '22', '33', '44', '55', '66', '88'],
  ...['!!', '$$', '&&', '**', '--', '..', '@@', '~~', '``', '^^', '||', '((', '<>', '{}', '\\\\', '  '],
  ...['\t\t', '\u00e9\u00e9', '\u202e\u202e', '😀😀', 'ｂafkrei', '\ufeffbafk', ` ${V1}`],
  ...[V0.slice(0, -1), `${V0}1`, ` ${V0}`, `${V0} `, 'q'.repeat(46), 'null', '-1'],
  ...['ipfs', '[object Object]', "';--", '\ud83d', '%00', '$'],
].map((text): MalformedPath => [text, reasonOfUnknown(text)])

function reasonOfUnknown(text: string): string | RegExp {
  // A lone surrogate cannot be sent; what arrives is the replacement character, one alone.
  return text.length < 2 ? SHORT : UNKNOWN_BASE
}

const BAD_BYTES: readonly MalformedPath[] = [
  ['\0\0', SHORT],
  ['f00', SHORT],
  ['undefined', 'expected 1 as the cid version number, got: 31965309853'],
  ['f01', SHORT],
  ['f0155', MH_SHORT],
  ['f015512', MH_SHORT],
  ['f0070', 'expected 1 as the cid version number, got: 0'],
  ['f0270', 'expected 1 as the cid version number, got: 2'],
  ['f0370', 'expected 1 as the cid version number, got: 3'],
  ['f7f70', 'expected 1 as the cid version number, got: 127'],
  [`f1220${DIGEST}`, 'expected 1 as the cid version number, got: 18'],
  [`f12${'20'.repeat(3)}`, 'expected 1 as the cid version number, got: 18'],
  ['fffff', VARINT],
  ['f8080', VARINT],
  ['f0180', VARINT],
  ['f01ff', VARINT],
  [`f01${'ff'.repeat(9)}`, VARINT],
  [`f01${'80'.repeat(200)}`, VARINT],
  ['f01558080', VARINT],
  ['f015512ff', VARINT],
  [`f0155${'ff'.repeat(30)}`, VARINT],
  ['f01551220', MH_LONG],
  [`f01551220${DIGEST.slice(2)}`, MH_LONG],
  ['f015512ff0100', MH_LONG],
  ['f015500ffffffff0f', MH_LONG],
  [`f015512ffffffffffffff7f${DIGEST}`, VARINT],
  ['f01550001', MH_LONG],
  [`f01551220${DIGEST}00`, TRAILING],
  [`f01551200${DIGEST}`, TRAILING],
  ['f0155000000', TRAILING],
]

const TOO_LONG: readonly MalformedPath[] = [
  ...[`b${'a'.repeat(10_000)}`, `z${'1'.repeat(10_000)}`, `z${'z'.repeat(10_000)}`, `k${'z'.repeat(10_000)}`],
  ...[`f${'0'.repeat(3000)}`, `u${'A'.repeat(3000)}`, `0${'1'.repeat(3000)}`, `🚀${'🚀'.repeat(1500)}`],
  ...['x'.repeat(5000), 'Qm'.repeat(2000), `f01550080${'08'}${'00'.repeat(1024)}`],
].map((text): MalformedPath => [text, 'cid too long: over 2048 characters'])

const NO_PATHS: readonly MalformedPath[] = [
  ['', FEW],
  ['/', FEW],
  ['//', FEW],
  ['//ipfs', FEW],
  ['/ipfs', FEW],
  ['/ipfs/', FEW],
  ['/cas/', FEW],
  ['/ipld', FEW],
  ['/ipld/', FEW],
  ['/foo/bar', 'unknown namespace "foo"'],
  ['/IPFS/x', 'unknown namespace "IPFS"'],
  ['/ipfs /x', 'unknown namespace "ipfs "'],
  ['/../ipfs/x', `invalid CID: ${SHORT}`],
  ['/ipfs/x', `invalid CID: ${SHORT}`],
  ['/ipfs/xx', `invalid CID: ${UNKNOWN_BASE}`],
  ['/cas/xx', `invalid CID: ${UNKNOWN_BASE}`],
  ['/ipld/xx', `invalid CID: ${UNKNOWN_BASE}`],
  ['/ipfs/../x', FEW],
  ['/ipfs/ /x', `invalid CID: ${SHORT}`],
  ['../..', UNKNOWN_BASE],
  ['./x', SHORT],
  ['a/b', SHORT],
  ['ipfs/x', UNKNOWN_BASE],
  ['ipfs:', FEW],
  ['ipfs://', FEW],
  ['ipfs://x', `invalid CID: ${SHORT}`],
  ['IPFS:xx', `invalid CID: ${UNKNOWN_BASE}`],
  [`${V1}/..`, FEW],
  [`/ipfs/${V1}/../..`, FEW],
  [`/ipfs/${V1}/a/../..`, FEW],
  [`/ipfs/${V1}/a/../../b`, `invalid CID: ${SHORT}`],
]

const LOWERED: readonly MalformedPath[] = [V0.toLowerCase(), `qm${'a'.repeat(44)}`].map(
  (text): MalformedPath => [
    text,
    `${UNKNOWN_BASE} (possible lowercased CIDv0; consider converting to a case-agnostic CIDv1, such as base32)`,
  ],
)

/** None of them has a text twice. */
export const MALFORMED_PATHS: readonly MalformedPath[] = [
  ...BAD_DIGITS,
  ...BAD_58,
  ...UNKNOWN_BASES,
  ...BAD_BYTES,
  ...TOO_LONG,
  ...NO_PATHS,
  ...LOWERED,
]
