import type { PubsubSettings } from '../../net/pubsub/settings.ts'
import type { Routing } from '../../net/routing/routing.ts'
import { definePart } from '../../parts/define-part.ts'
import type { NameSubscriptions } from '../name-subscriptions.ts'
import { createNamesByPubsub, type NamesByPubsubOptions } from './names-by-pubsub.ts'

export interface NamesByPubsubNeeds extends NamesByPubsubOptions {
  readonly routing: Pick<Routing, 'add'>
  readonly nameSubscriptions: NameSubscriptions
  readonly pubsubSettings: Partial<PubsubSettings>
}

/** Records of names among connected peers. It adds itself to the routers, where the owner permits it. */
export const namesByPubsubPart = definePart({
  name: 'namesByPubsub',
  needs: {
    network: 'required',
    pubsub: 'required',
    names: 'required',
    routing: 'required',
    nameSubscriptions: 'required',
    datastore: 'required',
    clock: 'required',
    logger: 'required',
    pubsubSettings: 'required',
  },
  create(needs: NamesByPubsubNeeds): true {
    const { network, pubsub, routing, nameSubscriptions, pubsubSettings } = needs
    const { areNamesSent = true } = pubsubSettings
    if (!network.isEnabled || !pubsub.isEnabled || !areNamesSent) return true
    const { followed, router } = createNamesByPubsub(needs)
    routing.add(router)
    nameSubscriptions.use(followed)
    return true
  },
})
