import type { MsgCreateRollapp } from '../../../proto/gen/ledger-schema.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { ledgerError } from '../errors.ts'
import { checkAddress } from '../identifiers/address.ts'
import { checkRollappId } from '../identifiers/rollapp-id.ts'
import type { LedgerState } from '../state/ledger-state.ts'
import type { Operated } from '../state/operation.ts'
import type { RollappNode } from '../state/rollapp-node.ts'

export interface CreateOptions extends AbortOptions {
  readonly addressPrefix: string
}

/**
 * Creates a rollapp without records. Checks in this order: creator (sdk 7), id (1020), permitted addresses (1003,
 * and 1004 for a duplicate), creation enabled (1022), EIP155 number free (1000), creator allowed to create (1013)
 * and below its maximum number of rollapps (1019).
 *
 * Spec gap: the document shows no creation; deprecated fields are not stored.
 */
export async function createRollapp(
  state: LedgerState,
  message: MsgCreateRollapp,
  { addressPrefix: prefix, signal }: CreateOptions,
): Promise<Operated<{ readonly rollapp: RollappNode }>> {
  const creator = checkAddress(message.creator, { prefix })
  const { id, eip155 } = checkRollappId(message.rollappId)
  const permissioned = message.permissionedAddresses.map((address) =>
    checkAddress(address, { prefix, error: 'badPermissioned' }),
  )
  if (new Set(permissioned).size < permissioned.length) {
    throw ledgerError('repeatedPermissioned', `Cannot create rollapp "${id}"`)
  }
  if (!state.params.enabled) throw ledgerError('disabled', `Cannot create rollapp "${id}"`)
  const other = await state.byEip155(eip155, { signal })
  if (other) throw ledgerError('exists', `Cannot create rollapp "${id}": "${other.node.id}" has its number`)
  await checkDeployer(state, creator, { signal })

  const { node } = state.addRollapp(eip155, {
    ...{ id, creator, version: 0n, revision: 0n, latest: 0n, latestFinal: 0n },
    ...{ maxSequencers: message.maxSequencers, permissioned, revertedEnd: 0n },
    ...{ reverted: undefined, updates: undefined },
  })
  return {
    op: new Map([
      ['type', 'create'],
      ['id', id],
    ]),
    result: { rollapp: node },
  }
}

async function checkDeployer(state: LedgerState, creator: string, options: AbortOptions): Promise<void> {
  const { deployers } = state.params
  if (deployers.length === 0) return
  const deployer = deployers.find(({ address }) => address === creator)
  if (!deployer) throw ledgerError('notDeployer', `Cannot create rollapp for "${creator}"`)
  if (deployer.maxRollapps === 0n) return
  let created = 0n
  for await (const [, node] of state.rollapps(options)) if (node.creator === creator) created += 1n
  if (created >= deployer.maxRollapps)
    throw ledgerError('tooManyRollapps', `Cannot create rollapp for "${creator}"`)
}
