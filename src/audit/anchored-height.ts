import type { CID } from '../codec/cid/cid.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { updateAt } from '../ledger/queries/read-update.ts'
import { endHeight } from '../ledger/state/read-record.ts'
import type { AbortOptions } from '../ports/abort.ts'

/**
 * Creates a function that gives the height of a rollapp's last commit in the ledger; 0 when there is none. The
 * height is looked up once for each ledger root.
 */
export function anchoredHeightOf(
  ledger: Pick<Ledger, 'head' | 'open'>,
  rollappId: string,
): (options?: AbortOptions) => Promise<bigint> {
  let known: { readonly root: CID; readonly height: bigint } | undefined

  return async (options = {}) => {
    const root = await ledger.head(options)
    if (known?.root.equals(root)) return known.height
    const state = await ledger.open(root, options)
    const rollapp = await state.findRollapp(rollappId, options)
    const latest = rollapp && (await updateAt(state, rollapp, 'latest', options))
    const height = latest ? endHeight(latest.record) : 0n
    known = { root, height }
    return height
  }
}
