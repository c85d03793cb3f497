import type { RemoteSource, RemoteSources } from '../../blocks/remote-sources.ts'
import type { BlockSettings } from '../../blocks/settings.ts'
import { definePart } from '../../parts/define-part.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Logger } from '../../ports/logger.ts'
import type { OutboundPorts } from '../../ports/outbound.ts'
import { gatewaySource } from './gateway-source.ts'

export interface GatewayNeeds {
  readonly remoteSources: Pick<RemoteSources, 'add'>
  readonly blockSettings: Partial<BlockSettings>
  readonly outbound?: Pick<OutboundPorts, 'fetching'> | undefined
  readonly clock: Pick<Clock, 'now' | 'sleep'>
  readonly logger: Logger
}

/** Has sessions fetch missing blocks from the gateways that the owner names. */
export const gatewaySourcePart = definePart({
  name: 'gatewaySource',
  needs: {
    remoteSources: 'required',
    blockSettings: 'required',
    outbound: 'optional',
    clock: 'required',
    logger: 'required',
  },
  create({ remoteSources, blockSettings, outbound, clock, logger }: GatewayNeeds): RemoteSource | undefined {
    const { fetchGateways: gateways = [] } = blockSettings
    if (!outbound?.fetching || gateways.length === 0) return undefined
    const source = gatewaySource({ gateways, outbound: outbound.fetching, clock, logger })
    remoteSources.add(source)
    return source
  },
})
