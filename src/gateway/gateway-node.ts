import type { PublicBlocks } from '../blocks/public.ts'
import type { CoreNode } from '../node/create.ts'
import type { Logger } from '../ports/logger.ts'
import type { Random } from '../ports/random.ts'

/** What the gateway takes of a node: it answers strangers, so it reads public blocks and no others. */
export interface GatewayNode extends Pick<CoreNode, 'activity' | 'gatewayHosts' | 'names'> {
  readonly blocks: PublicBlocks
  readonly random: Pick<Random, 'bytes'>
  readonly logger: Logger
}
