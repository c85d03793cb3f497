import { formatPeerId } from '../../codec/cid/peer-id.ts'
import type { Configuration } from '../../config/configuration.ts'
import type { Identity } from '../../keys/identity.ts'
import { definePart } from '../../parts/define-part.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Datastore } from '../../ports/datastore.ts'
import type { Logger } from '../../ports/logger.ts'
import type { SocketTargets } from '../../ports/socket-targets.ts'
import type { Network } from '../network.ts'
import { createForwarding } from './create-forwarding.ts'
import type { Forwarding } from './forwarding.ts'

export interface ForwardingNeeds {
  readonly network: Network
  readonly configuration: Pick<Configuration, 'get' | 'onChange'>
  readonly identity: Pick<Identity, 'peerId'>
  readonly datastore: Pick<Datastore, 'range' | 'batch'>
  readonly socketTargets?: SocketTargets | undefined
  readonly clock: Pick<Clock, 'sleep'>
  readonly logger: Logger
}

/** Streams of peers that lead to services beside this node, and the other way round. */
export const forwardingPart = definePart({
  name: 'forwarding',
  needs: {
    network: 'required',
    configuration: 'required',
    identity: 'required',
    datastore: 'required',
    socketTargets: 'optional',
    clock: 'required',
    logger: 'required',
  },
  create: ({ configuration, identity, socketTargets, ...needs }: ForwardingNeeds): Forwarding =>
    createForwarding({
      ...needs,
      targets: socketTargets,
      peerId: formatPeerId(identity.peerId),
      isEnabled: async (options) =>
        (await configuration.get('Experimental.Libp2pStreamMounting', options)) === true,
      onSettingsChange: configuration.onChange,
    }),
})
