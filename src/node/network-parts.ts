import { namesByPubsubPart } from '../names/by-pubsub/part.ts'
import { exchangePart } from '../net/exchange/part.ts'
import { forwardingPart } from '../net/forwarding/part.ts'
import { networkPart } from '../net/part.ts'
import { pubsubPart } from '../net/pubsub/part.ts'
import { announcerPart, providingPart } from '../net/routing/announcing/part.ts'
import { dhtPart } from '../net/routing/dht/part.ts'
import { swarmPart } from '../net/swarm/part.ts'

/**
 * The parts of a node among peers. Creating them is cheap: each loads the code of its protocols when the peer starts.
 */
export const NETWORK_PARTS = [
  networkPart,
  swarmPart,
  pubsubPart,
  exchangePart,
  namesByPubsubPart,
  dhtPart,
  announcerPart,
  providingPart,
  // Last, so that its listeners take no protocol of the node itself.
  forwardingPart,
] as const
