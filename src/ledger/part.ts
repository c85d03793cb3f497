import { definePart } from '../parts/define-part.ts'
import type { DagWalk } from '../pins/dag-walk.ts'
import type { Datastore } from '../ports/datastore.ts'
import { keptByRoots } from '../repo/kept-by-roots.ts'
import { keyOf } from '../state/keys.ts'
import { createLedger, LEDGER_LOCK, type Ledger, type LedgerOptions } from './ledger.ts'
import type { LedgerSettings } from './settings.ts'

export interface LedgerNeeds
  extends Pick<LedgerOptions, 'blockstore' | 'locks' | 'clock' | 'walk' | 'contentLock' | 'nextTurn'> {
  readonly datastore: Datastore
  readonly coverWalk: DagWalk
  readonly ledgerSettings: LedgerSettings
}

/** The ledger: state records and proofs. Garbage collection keeps its roots. */
export const ledgerPart = definePart({
  name: 'ledger',
  needs: {
    blockstore: 'required',
    datastore: 'required',
    locks: 'required',
    clock: 'required',
    walk: 'required',
    contentLock: 'required',
    coverWalk: 'required',
    ledgerSettings: 'required',
    nextTurn: 'optional',
  },
  create: ({ ledgerSettings, ...needs }: LedgerNeeds): Ledger =>
    createLedger({ ...needs, ...ledgerSettings }),
  saves: { prefixes: [keyOf('ledger/')], lock: LEDGER_LOCK },
  roots: ({ liveRoots }) => liveRoots,
  keeps: ({ liveRoots }, { datastore, coverWalk }) => keptByRoots(liveRoots, { datastore, walk: coverWalk }),
})
