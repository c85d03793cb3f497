import type { LedgerState } from '../state/ledger-state.ts'
import type { Operated } from '../state/operation.ts'
import { checkParams, type LedgerParams } from '../state/params.ts'

/** Changes the given parameters. Queued records stay in their rows. Throws like {@link checkParams}. */
export async function setParams(
  state: LedgerState,
  changes: Partial<LedgerParams>,
  { addressPrefix }: { readonly addressPrefix: string },
): Promise<Operated<{ readonly params: LedgerParams }>> {
  const params = checkParams({ ...state.params, ...changes }, addressPrefix)
  state.params = params
  return { op: new Map([['type', 'params']]), result: { params } }
}
