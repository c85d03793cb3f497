import type { PublicBlocks } from '../blocks/public.ts'
import type { SessionOptions } from '../blocks/session.ts'
import type { CoreNode } from '../node/create.ts'
import type { Clock } from '../ports/clock.ts'
import type { Logger } from '../ports/logger.ts'
import type { Random } from '../ports/random.ts'

/** The parts of a node that the gateway uses. Its clients are anonymous, so it reads only public blocks. */
export interface GatewayNode extends Pick<CoreNode, 'activity' | 'gatewayHosts' | 'dnslinkHosts'> {
  readonly names: Pick<CoreNode['names'], 'resolve' | 'search'>
  /** The blocks that are here. */
  readonly blocks: PublicBlocks
  /**
   * Opens a session for one request. It fetches missing blocks, unless the request is `offline` or the owner permits
   * none to anonymous clients.
   */
  readonly openSession: (options: SessionOptions) => PublicBlocks
  /** So many requests are answered at the same time, until their clients have read the answers. Absent: any number. */
  readonly maxRequests?: number | undefined
  readonly clock: Pick<Clock, 'now'>
  readonly random: Pick<Random, 'bytes'>
  readonly logger: Logger
}
