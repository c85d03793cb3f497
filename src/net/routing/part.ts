import { definePart } from '../../parts/define-part.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Datastore } from '../../ports/datastore.ts'
import type { Logger } from '../../ports/logger.ts'
import type { OutboundPorts } from '../../ports/outbound.ts'
import type { Transports } from '../../ports/transports.ts'
import { createRouting } from './create-routing.ts'
import { delegatedRouter } from './delegated/delegated-router.ts'
import { createHostedRecords, type HostedRecords } from './records/hosted-records.ts'
import type { Routing } from './routing.ts'
import type { RoutingSettings } from './settings.ts'

export interface RoutingNeeds {
  readonly clock: Pick<Clock, 'now' | 'sleep'>
  readonly logger: Logger
  readonly outbound?: Pick<OutboundPorts, 'routing'> | undefined
  readonly transports?: Pick<Transports, 'dials'> | undefined
  readonly routingSettings: Partial<RoutingSettings>
}

/** All routers: the delegated ones of the settings, and those that other parts add, such as a DHT. */
export const routingPart = definePart({
  name: 'routing',
  needs: {
    clock: 'required',
    logger: 'required',
    outbound: 'optional',
    transports: 'optional',
    routingSettings: 'required',
  },
  create({ clock, logger, outbound, transports, routingSettings }: RoutingNeeds): Routing {
    const routing = createRouting({ clock, logger })
    if (!outbound?.routing) return routing
    const { delegatedRouters = [], delegatedPublishers = [] } = routingSettings
    const options = { outbound: outbound.routing, clock, dials: transports?.dials ?? [] }
    for (const address of delegatedRouters)
      routing.add(delegatedRouter({ address, tasks: 'find', ...options }))
    for (const address of delegatedPublishers) {
      routing.add(delegatedRouter({ address, tasks: 'publish', ...options }))
    }
    return routing
  },
})

export interface HostedRecordsNeeds {
  readonly datastore: Pick<Datastore, 'get' | 'range' | 'batch'>
  readonly clock: Pick<Clock, 'now'>
  readonly routing: Pick<Routing, 'add'>
}

/** Name records that others have stored at this node, which then finds them like those of its peers. */
export const hostedRecordsPart = definePart({
  name: 'hostedRecords',
  needs: { datastore: 'required', clock: 'required', routing: 'required' },
  create({ routing, ...needs }: HostedRecordsNeeds): HostedRecords {
    const records = createHostedRecords(needs)
    routing.add({
      name: 'hosted records',
      kind: 'peers',
      async *get(name, options) {
        const record = await records.get(name, options)
        if (record) yield record
      },
    })
    return records
  },
})
