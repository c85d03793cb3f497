import type { PublicBlocksOptions } from '../../blocks/public.ts'
import type { ContentLock } from '../../content-lock/content-lock.ts'
import type { Network } from '../../net/network.ts'
import type { Swarm } from '../../net/swarm/swarm.ts'
import { definePart } from '../../parts/define-part.ts'
import { keyOf } from '../../state/keys.ts'
import { createPinService, type PinServiceOptions, type RunningPinService } from './create-pin-service.ts'
import { createKeptBlocks } from './kept-blocks.ts'
import { PIN_ROWS } from './pin-keys.ts'
import { createPublicDags, type PublicDagsOptions } from './public-dags.ts'
import { createServicePeers } from './service-peers.ts'
import { DEFAULT_PIN_SERVICE_SETTINGS, type PinServiceSettings } from './settings.ts'
import { createWhileReceiving, type WhileReceivingOptions } from './while-receiving.ts'

export interface PinServiceNeeds
  extends Pick<PinServiceOptions, 'datastore' | 'clock' | 'random' | 'logger'>,
    Pick<PublicDagsOptions, 'publicBlocks' | 'sessions' | 'activity' | 'writeBudget' | 'coverWalk'>,
    Pick<WhileReceivingOptions, 'blockstore' | 'putWatch' | 'repo'> {
  readonly contentLock: ContentLock
  readonly network: Pick<Network, 'isEnabled' | 'peer' | 'running'>
  readonly swarm?: Pick<Swarm, 'connect'> | undefined
  readonly contributions: Pick<PublicBlocksOptions, 'hides'>
  readonly pinServiceSettings: Partial<PinServiceSettings>
}

/** Pins for users of this node other than its owner. */
export const pinServicePart = definePart({
  name: 'pinService',
  needs: {
    datastore: 'required',
    blockstore: 'required',
    putWatch: 'required',
    repo: 'required',
    publicBlocks: 'required',
    sessions: 'required',
    contentLock: 'required',
    activity: 'required',
    writeBudget: 'required',
    clock: 'required',
    random: 'required',
    logger: 'required',
    network: 'required',
    swarm: 'optional',
    contributions: 'required',
    pinServiceSettings: 'required',
    coverWalk: 'required',
  },
  create({
    contributions,
    pinServiceSettings,
    network,
    swarm,
    ...needs
  }: PinServiceNeeds): RunningPinService {
    const settings = { ...DEFAULT_PIN_SERVICE_SETTINGS, ...pinServiceSettings }
    return createPinService({
      ...needs,
      dags: createPublicDags({ ...needs, hides: contributions.hides }),
      whileReceiving: createWhileReceiving(needs),
      peers: createServicePeers({ ...needs, ...settings, network, swarm }),
      settings,
    })
  },
  saves: { prefixes: [keyOf(PIN_ROWS)], lock: PIN_ROWS },
  roots: ({ roots }) => roots,
  keeps: ({ roots }, { datastore, coverWalk: walk }) => createKeptBlocks({ datastore, roots, walk }),
  due: ({ due }) => due,
})
