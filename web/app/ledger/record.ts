import { fromBase64 } from '../../../src/codec/bytes/base64.ts'
import type { Value } from '../../../src/rpc/client.ts'

/** One block that a record vouches for. */
export interface BlockDescriptor {
  readonly height: string
  readonly stateRoot: Uint8Array
  /** In a calendar, the digest of the commit. */
  readonly intermediateStatesRoot: Uint8Array
}

/** A state record for display. All numbers are 64-bit integers as decimal strings. */
export interface LedgerRecord {
  readonly rollappId: string
  readonly index: string
  readonly sequencer: string
  readonly firstBlock: string
  readonly lastBlock: string
  readonly daPath: string
  /** Ledger height at which it was submitted. */
  readonly ledgerHeight: string
  readonly isFinal: boolean
  /** Ledger height at which it became, or becomes, final. */
  readonly finalHeight: string | undefined
  /** CID of the stored record. */
  readonly cid: string
  readonly blocks: readonly BlockDescriptor[]
}

/** Parses the canonical JSON of a record, which omits default values. */
export function parseLedgerRecord({ StateInfo, Cid, FinalHeight }: Value<'ledger/get'>): LedgerRecord {
  const name = within(StateInfo['stateInfoIndex'])
  const firstBlock = textOf(StateInfo['startHeight'], '0')
  const count = BigInt(textOf(StateInfo['numBlocks'], '0'))
  return {
    rollappId: textOf(name['rollappId']),
    index: textOf(name['index'], '0'),
    sequencer: textOf(StateInfo['sequencer']),
    firstBlock,
    lastBlock: String(BigInt(firstBlock) + count - 1n),
    daPath: textOf(StateInfo['DAPath']),
    ledgerHeight: textOf(StateInfo['creationHeight'], '0'),
    isFinal: StateInfo['status'] === 'STATE_STATUS_FINALIZED',
    finalHeight: FinalHeight,
    cid: Cid['/'],
    blocks: descriptorsOf(within(StateInfo['BDs'])['BD']),
  }
}

function descriptorsOf(list: unknown): BlockDescriptor[] {
  if (!Array.isArray(list)) return []
  return list.map(within).map((block) => ({
    height: textOf(block['height'], '0'),
    stateRoot: bytesOf(block['stateRoot']),
    intermediateStatesRoot: bytesOf(block['intermediateStatesRoot']),
  }))
}

function within(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function textOf(value: unknown, absent = ''): string {
  return typeof value === 'string' ? value : absent
}

function bytesOf(value: unknown): Uint8Array {
  return fromBase64(textOf(value)) ?? new Uint8Array()
}
