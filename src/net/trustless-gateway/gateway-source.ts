import type { RemoteSource } from '../../blocks/remote-sources.ts'
import type { CID } from '../../codec/cid/cid.ts'
import { isDomainError } from '../../errors.ts'
import { LOOP_HEADER, LOOP_MARK } from '../../http/loop-mark.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Logger } from '../../ports/logger.ts'
import { createLane } from '../../streams/lane.ts'
import type { RemoteOptions } from './bounded-request.ts'
import { remoteBlock } from './remote-block.ts'

export interface GatewaySourceOptions extends RemoteOptions {
  /** Origins of trustless gateways, in the order in which they are asked. */
  readonly gateways: readonly string[]
  readonly logger: Logger
}

/** Time for one block from one gateway, which may have to find it first. */
const MAX_MS = 20_000

/** Requests at the same time, of all calls together: a host permits only so many. */
const MAX_REQUESTS = 16

/** Failures of a gateway in one call, after which the call no longer uses it. */
const MAX_FAILURES = 2

/** Blocks from the gateways that the owner names, after the peers of this node. */
export function gatewaySource(options: GatewaySourceOptions): RemoteSource {
  const { gateways, outbound, logger } = options
  const lane = createLane({ slots: MAX_REQUESTS })
  // A page could not send it without asking the gateway first, and no gateway asks a page for blocks over HTTP.
  const init = outbound.isCrossOrigin ? {} : { headers: { [LOOP_HEADER]: LOOP_MARK } }

  return {
    isReachable: gateways.length > 0,
    comesLast: true,
    open() {
      const failures = new Map<string, number>()
      const readFrom = async (origin: string, cid: CID, { signal }: AbortOptions) => {
        const leave = await lane.enter({ signal })
        try {
          const limits = { maxMs: MAX_MS, maxTries: 1 }
          return await remoteBlock(origin, cid, { ...options, ...limits, init, signal })
        } catch (error) {
          signal?.throwIfAborted()
          if (!isDomainError(error)) throw error
          failures.set(origin, (failures.get(origin) ?? 0) + (error.code === 'corrupt' ? MAX_FAILURES : 1))
          const level = error.code === 'corrupt' ? 'warn' : 'debug'
          logger.log(level, 'blocks', 'Cannot fetch block from gateway', { gateway: origin, error })
          return undefined
        } finally {
          leave()
        }
      }
      return {
        async get(cid, call) {
          for (const origin of gateways) {
            if ((failures.get(origin) ?? 0) >= MAX_FAILURES) continue
            const bytes = await readFrom(origin, cid, call)
            if (bytes) return bytes
          }
          return undefined
        },
      }
    },
  }
}
