import { definePart } from '../node/part.ts'
import type { OutboundPorts } from '../ports/outbound.ts'
import { createNames, type NamesOptions } from './create-names.ts'
import { type DomainNames, noDomainNames } from './domain-names.ts'
import type { Names } from './names.ts'

/** What domain names link to: nobody is asked, since no owner can name a resolver yet. */
export const domainNamesPart = definePart({
  name: 'domainNames',
  needs: { outbound: 'optional' },
  create: (_: { readonly outbound?: OutboundPorts | undefined }): DomainNames => noDomainNames,
})

/** What names stand for, and the records that say so. */
export const namesPart = definePart({
  name: 'names',
  needs: {
    datastore: 'required',
    locks: 'required',
    keys: 'required',
    clock: 'required',
    domainNames: 'required',
  },
  create: (needs: NamesOptions): Names => createNames(needs),
})
