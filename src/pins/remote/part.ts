import type { Secrets } from '../../keys/secrets.ts'
import { definePart } from '../../parts/define-part.ts'
import type { Blockstore } from '../../ports/blockstore.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Datastore } from '../../ports/datastore.ts'
import type { Logger } from '../../ports/logger.ts'
import type { OutboundPorts } from '../../ports/outbound.ts'
import { createRemotePinning, type RemotePinning } from './remote-pinning.ts'

export interface RemotePinningNeeds {
  readonly datastore: Pick<Datastore, 'get' | 'batch' | 'range'>
  readonly secrets: Secrets
  readonly clock: Pick<Clock, 'sleep' | 'now'>
  readonly blockstore: Pick<Blockstore, 'has'>
  readonly logger: Logger
  readonly outbound?: Pick<OutboundPorts, 'pinning'> | undefined
}

/** Pins that other services keep for this node. */
export const remotePinningPart = definePart({
  name: 'remotePinning',
  needs: {
    datastore: 'required',
    secrets: 'required',
    clock: 'required',
    blockstore: 'required',
    logger: 'required',
    outbound: 'optional',
  },
  create: ({ outbound, ...needs }: RemotePinningNeeds): RemotePinning =>
    createRemotePinning({ ...needs, outbound: outbound?.pinning }),
})
