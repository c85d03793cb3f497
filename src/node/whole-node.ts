import { pinServicePart } from '../services/pinning/part.ts'
import { NETWORK_PARTS } from './network-parts.ts'
import { LOCAL_PARTS } from './offline-node.ts'

/** All parts, none of them lazy: for the edge and for tests. To reach peers, they need the port `transports`. */
export const WHOLE_NODE = [...LOCAL_PARTS, ...NETWORK_PARTS, pinServicePart] as const
