import { type CID, parseCid } from '../../codec/cid/cid.ts'
import { isDomainError } from '../../errors.ts'
import type { CoreNode } from '../../node/create.ts'
import { ledgerError } from '../errors.ts'
import type { Ledger } from '../ledger.ts'
import type { LedgerState } from '../state/ledger-state.ts'
import type { QueryValues } from './read-values.ts'

/** Header with the ledger height of a query, as a decimal number; 0 means the newest. */
export const HEIGHT_HEADER = 'x-cosmos-block-height'

export interface StateSources {
  readonly ledger: Ledger
  readonly publicBlocks: CoreNode['publicBlocks']
}

/** A page of 1,000 rollapps with records of 10 KB is shorter. */
const MAX_ROOT_BYTES = 16 * 1024 * 1024

const MAX_UINT64 = 0xffff_ffff_ffff_ffffn

/** The state that a query reads. */
export interface RequestedState {
  readonly state: LedgerState
  /** The requested height. The root may be of a lower height when nothing has changed since. */
  readonly height: bigint
}

/**
 * Opens the newest state, the state of the root in `root=`, or the state at the height in the header. The blocks of
 * a root in `root=` are read as public ones: anybody can make a root that leads to a draft. Throws sdk 18 for an
 * invalid root, an invalid height, and for both together, and what `Ledger.open` and `Ledger.openAt` throw.
 */
export async function openRequestedState(
  { ledger, publicBlocks }: StateSources,
  values: QueryValues,
  { headers, signal }: Pick<Request, 'headers' | 'signal'>,
): Promise<RequestedState> {
  const root = values.text('root')
  const height = readHeight(headers.get(HEIGHT_HEADER) || '0')
  if (height === 0n) {
    const state =
      root === undefined
        ? await ledger.open(undefined, { signal })
        : await ledger.open(readRoot(root), { maxBytes: MAX_ROOT_BYTES, reader: publicBlocks, signal })
    return { state, height: state.height }
  }
  if (root !== undefined)
    throw ledgerError('request', `Cannot take both parameter "root" and header "${HEIGHT_HEADER}"`)
  return { state: await ledger.openAt(height, { signal }), height }
}

function readRoot(text: string): CID {
  try {
    return parseCid(text)
  } catch (cause) {
    if (!isDomainError(cause)) throw cause
    throw ledgerError('request', `Cannot read parameter "root": ${cause.message}`, { cause })
  }
}

function readHeight(text: string): bigint {
  const height = /^\d{1,20}$/.test(text) ? BigInt(text) : MAX_UINT64 + 1n
  if (height <= MAX_UINT64) return height
  throw ledgerError('request', `Cannot read header "${HEIGHT_HEADER}": expected a whole number of 64 bits`)
}
