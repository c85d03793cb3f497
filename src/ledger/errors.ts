import { DomainError, type ErrorCode } from '../errors.ts'

interface Row {
  readonly codespace: 'rollapp' | 'sequencer' | 'sdk' | 'ledger'
  readonly code: number
  readonly meaning: ErrorCode
  readonly text: string
}

const row = (codespace: Row['codespace'], code: number, meaning: ErrorCode, text: string): Row => ({
  ...{ codespace, code, meaning, text },
})

/**
 * Every error of the ledger by name. Codespace and code together identify an error; the text ends its message.
 * Clients recognise a repeated submission by the text of 1009. Codespace `ledger` is this project's own.
 *
 * Spec: ledger document; the numbers are those of the network's module, which the document does not show.
 */
const TABLE = {
  exists: row('rollapp', 1000, 'already-exists', 'rollapp already exists'),
  badPermissioned: row('rollapp', 1003, 'invalid-argument', 'invalid permissioned address'),
  repeatedPermissioned: row('rollapp', 1004, 'invalid-argument', 'duplicate permissioned address'),
  blockCount: row('rollapp', 1005, 'invalid-argument', 'invalid number of blocks'),
  blockSequence: row('rollapp', 1006, 'invalid-argument', 'invalid block sequence'),
  unknownRollapp: row('rollapp', 1007, 'not-found', 'rollapp does not exist'),
  version: row('rollapp', 1008, 'failed-precondition', 'rollapp version mismatch'),
  startHeight: row('rollapp', 1009, 'failed-precondition', 'start-height does not match rollapps state'),
  onePerHeight: row('rollapp', 1010, 'failed-precondition', 'only one state update per block is allowed'),
  stateRoot: row('rollapp', 1011, 'invalid-argument', 'invalid state root'),
  intermediateRoot: row('rollapp', 1012, 'invalid-argument', 'invalid intermediate states root'),
  notDeployer: row('rollapp', 1013, 'forbidden', 'rollapp creator is not in the whitelist'),
  noStateOfHeight: row('rollapp', 1017, 'not-found', 'state of this height does not exist'),
  zeroHeight: row('rollapp', 1018, 'invalid-argument', 'invalid rollapp height'),
  tooManyRollapps: row('rollapp', 1019, 'forbidden', 'rollapp creator exceeds maximum rollapps'),
  badId: row('rollapp', 1020, 'invalid-argument', 'invalid rollapp id'),
  disabled: row('rollapp', 1022, 'failed-precondition', 'rollapps are disabled'),
  noneFinal: row('rollapp', 1024, 'not-found', 'no finalized state yet'),
  alreadyFinal: row('rollapp', 2000, 'failed-precondition', 'disputed height is already finalized'),
  alreadyReverted: row('rollapp', 2001, 'failed-precondition', 'disputed height is already reverted'),
  wrongAccused: row('rollapp', 2003, 'failed-precondition', 'wrong proposer address'),
  notSequencer: row('sequencer', 1006, 'forbidden', 'sequencer is not registered for this rollapp'),
  address: row('sdk', 7, 'invalid-argument', 'invalid address'),
  request: row('sdk', 18, 'invalid-argument', 'invalid request'),
  futureHeight: row('sdk', 26, 'invalid-argument', 'invalid height'),
  absent: row('sdk', 38, 'not-found', 'not found'),
  malformed: row('ledger', 3000, 'invalid-argument', 'malformed or non-strict bytes'),
  badPath: row('ledger', 3001, 'invalid-argument', 'not a valid content path'),
  unavailable: row('ledger', 3002, 'failed-precondition', 'content is not available'),
  height: row('ledger', 3003, 'failed-precondition', 'ledger height must grow'),
  page: row('ledger', 3004, 'invalid-argument', 'bad page request'),
  longPage: row('ledger', 3004, 'too-large', 'bad page request'),
  unreachable: row('ledger', 3005, 'not-found', 'record not reachable from this root'),
  distant: row('ledger', 3005, 'too-large', 'record not reachable from this root'),
  inconsistent: row('ledger', 3006, 'invalid-argument', 'import document is inconsistent'),
  rootMoved: row('ledger', 3007, 'failed-precondition', 'expected root does not match'),
} satisfies Record<string, Row>

export type LedgerErrorName = keyof typeof TABLE

export interface LedgerErrorOptions {
  readonly cause?: unknown
  /** Additional details, such as the violated invariant. */
  readonly details?: Readonly<Record<string, unknown>>
}

/**
 * Makes a {@link DomainError} whose details have `codespace` and `code` from the table. The message is the context
 * followed by the text from the table.
 */
export function ledgerError(
  name: LedgerErrorName,
  context: string,
  { cause, details }: LedgerErrorOptions = {},
): DomainError {
  const { codespace, code, meaning, text } = TABLE[name]
  return new DomainError(meaning, `${context}: ${text}`, { cause, details: { ...details, codespace, code } })
}
