import { BASE, CONTENT, type Room } from './room.ts'

export const LEDGER_RECORDS = [
  'proto/gen',
  'src/ledger/errors.ts',
  'src/ledger/records',
  'src/ledger/identifiers',
]

export const LEDGER_STATE = ['src/ledger/blocks', 'src/ledger/trie', 'src/ledger/state']

/** The ledger, from records up to operations. */
export const ledgerRooms: readonly Room[] = [
  { path: 'src/ledger/errors.ts', imports: ['src/errors.ts'] },
  { path: 'src/ledger/settings.ts', also: ['src/audit/settings.ts'], imports: BASE },
  { path: 'src/ledger/records', imports: [...BASE, 'proto/gen', 'src/ledger/errors.ts'] },
  {
    path: 'src/ledger/identifiers',
    imports: [...BASE, 'src/ledger/errors.ts'],
    packages: { '@scure/base': 'addresses in bech32' },
  },
  { path: 'src/ledger/blocks', imports: [...BASE, 'src/blocks', 'src/unixfs', 'src/ledger/errors.ts'] },
  { path: 'src/ledger/trie', imports: [...BASE, 'src/blocks', 'src/ledger/blocks'] },
  {
    path: 'src/ledger/state',
    imports: [
      ...BASE,
      ...CONTENT,
      ...LEDGER_RECORDS,
      'src/ledger/blocks',
      'src/ledger/trie',
      'src/ledger/settings.ts',
    ],
  },
  { path: 'src/ledger/queries', imports: [...BASE, ...LEDGER_RECORDS, ...LEDGER_STATE] },
  {
    path: 'src/ledger/operations',
    imports: [...BASE, ...CONTENT, ...LEDGER_RECORDS, ...LEDGER_STATE, 'src/ledger/queries'],
  },
  {
    path: 'src/ledger/proof',
    imports: [...BASE, ...LEDGER_RECORDS, ...LEDGER_STATE, 'src/ledger/queries'],
  },
  {
    path: 'src/ledger/transfer',
    imports: [...BASE, 'src/blocks', ...LEDGER_RECORDS, ...LEDGER_STATE, 'src/ledger/queries'],
  },
  {
    path: 'src/ledger',
    imports: [
      ...BASE,
      ...CONTENT,
      ...LEDGER_RECORDS,
      ...LEDGER_STATE,
      'src/ledger/settings.ts',
      'src/ledger/queries',
      'src/ledger/operations',
      'src/ledger/transfer',
    ],
  },
]
