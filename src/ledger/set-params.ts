import type { LedgerState } from './ledger-state.ts'
import type { Operated } from './operation.ts'
import { checkParams, type LedgerParams } from './params.ts'

/** Changes the parameters that are given. What is queued stays where it is. Throws sdk 18 for bad ones. */
export async function setParams(
  state: LedgerState,
  given: Partial<LedgerParams>,
): Promise<Operated<{ readonly params: LedgerParams }>> {
  const params = { ...state.params, ...given }
  checkParams(params)
  state.params = params
  return { op: new Map([['type', 'params']]), result: { params } }
}
