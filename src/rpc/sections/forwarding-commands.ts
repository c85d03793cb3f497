import { p2pClose } from '../commands/p2p/close.ts'
import { p2pForward } from '../commands/p2p/forward.ts'
import { p2pListen } from '../commands/p2p/listen.ts'
import { p2pLs } from '../commands/p2p/ls.ts'
import { p2pStreamClose } from '../commands/p2p/stream/close.ts'
import { p2pStreamLs } from '../commands/p2p/stream/ls.ts'
import { pubsubLs } from '../commands/pubsub/ls.ts'
import { pubsubPeers } from '../commands/pubsub/peers.ts'
import { pubsubPub } from '../commands/pubsub/pub.ts'
import { pubsubSub } from '../commands/pubsub/sub.ts'

/** Commands of the RPC document, section 4, "Peer-to-peer forwarding and pubsub", in its order. */
export const FORWARDING_COMMANDS = [
  p2pClose,
  p2pForward,
  p2pListen,
  p2pLs,
  p2pStreamClose,
  p2pStreamLs,
  pubsubLs,
  pubsubPeers,
  pubsubPub,
  pubsubSub,
] as const
