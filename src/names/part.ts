import { DomainError } from '../errors.ts'
import { definePart } from '../parts/define-part.ts'
import type { Clock } from '../ports/clock.ts'
import type { OutboundPorts } from '../ports/outbound.ts'
import { createNames, type NamesOptions } from './create-names.ts'
import { dnsOverHttps, type ResolveTexts } from './dnslink/dns-over-https.ts'
import { createDnslinks } from './dnslink/dnslinks.ts'
import { type DomainNames, noDomainNames } from './domain-names.ts'
import { createNameSubscriptions, type NameSubscriptions } from './name-subscriptions.ts'
import type { Names } from './names.ts'
import { lifetimeRows, recordRows } from './record-store.ts'

export interface DomainTextsNeeds {
  readonly outbound?: OutboundPorts | undefined
  readonly dnsResolvers: readonly string[]
  readonly clock: Clock
}

/** The TXT records of domain names, by the resolvers that the owner names. */
export const domainTextsPart = definePart({
  name: 'domainTexts',
  needs: { outbound: 'optional', dnsResolvers: 'required', clock: 'required' },
  create({ outbound, dnsResolvers: resolvers, clock }: DomainTextsNeeds): ResolveTexts {
    if (outbound?.dns && resolvers.length > 0)
      return dnsOverHttps({ resolvers, outbound: outbound.dns, clock })
    return async () => {
      throw new DomainError(
        'unsupported',
        'Cannot resolve domain name: no resolver of domain names is configured',
      )
    }
  },
})

export interface DomainNamesNeeds extends DomainTextsNeeds {
  readonly domainTexts: ResolveTexts
}

/** The links of domain names. */
export const domainNamesPart = definePart({
  name: 'domainNames',
  needs: { domainTexts: 'required', outbound: 'optional', dnsResolvers: 'required', clock: 'required' },
  create({ domainTexts: resolveTexts, outbound, dnsResolvers, clock }: DomainNamesNeeds): DomainNames {
    return outbound?.dns && dnsResolvers.length > 0 ? createDnslinks({ resolveTexts, clock }) : noDomainNames
  },
})

/** Names, and the records that say where they lead. */
export const namesPart = definePart({
  name: 'names',
  needs: {
    datastore: 'required',
    locks: 'required',
    keys: 'required',
    clock: 'required',
    domainNames: 'required',
    routing: 'required',
    logger: 'required',
  },
  create: (needs: NamesOptions): Names => createNames(needs),
  saves: { prefixes: [recordRows(), lifetimeRows()] },
  due: ({ renewals, purge, onPublish }) => ({
    name: 'names',
    async run() {
      try {
        await renewals.run()
      } finally {
        await purge()
      }
    },
    nextMs: () => renewals.nextMs(),
    onChange: onPublish,
  }),
})

/** Holds what follows names by messages, on a node that does. */
export const nameSubscriptionsPart = definePart<'nameSubscriptions', Record<never, never>, NameSubscriptions>(
  {
    name: 'nameSubscriptions',
    needs: {},
    create: () => createNameSubscriptions(),
  },
)
