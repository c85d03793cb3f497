import type { StateInfoIndex } from '../../../proto/gen/ledger-schema.ts'
import type { CID } from '../../codec/cid/cid.ts'
import type { RollappView } from '../../ledger/queries/list-rollapps.ts'
import type { ListedUpdate } from '../../ledger/queries/list-updates.ts'
import type { LedgerUpdate } from '../../ledger/queries/read-update.ts'
import { toJson } from '../../ledger/records/print-json.ts'
import type { LedgerParams } from '../../ledger/state/params.ts'
import type { RollappNode } from '../../ledger/state/rollapp-node.ts'

/** Formats a CID for the wire. */
export const formatCidLink = (cid: CID) => ({ '/': cid.toString() })

export const formatEntry = ({ rollappId, index }: StateInfoIndex) => ({
  RollappId: rollappId,
  Index: `${index}`,
})

export function formatUpdate({ record, cid, finalHeight }: LedgerUpdate) {
  return { StateInfo: toJson('StateInfo', record), Cid: formatCidLink(cid), FinalHeight: `${finalHeight}` }
}

export function formatSummary({ summary, cid, finalHeight }: ListedUpdate) {
  return {
    Summary: toJson('StateInfoSummary', summary),
    Cid: formatCidLink(cid),
    FinalHeight: `${finalHeight}`,
  }
}

export function formatRollapp(node: RollappNode) {
  const { id, creator, version, revision, maxSequencers, permissioned } = node
  return toJson('Rollapp', {
    ...{ rollappId: id, creator, version, revision, maxSequencers, permissionedAddresses: permissioned },
  })
}

export function formatRollappView({ rollapp, latest, latestFinal }: RollappView) {
  const reached = (at: RollappView['latest']) => at && { Index: `${at.index}`, Height: `${at.height}` }
  return {
    Rollapp: formatRollapp(rollapp),
    ...(latest && { Latest: reached(latest) }),
    ...(latestFinal && { LatestFinal: reached(latestFinal) }),
  }
}

export function formatParams({ disputePeriod, enabled, onePerHeight, deployers }: LedgerParams) {
  return {
    DisputePeriod: `${disputePeriod}`,
    Enabled: enabled,
    OnePerHeight: onePerHeight,
    Deployers: deployers.map(({ address, maxRollapps }) => ({
      Address: address,
      MaxRollapps: `${maxRollapps}`,
    })),
  }
}
