import { definePart } from '../parts/define-part.ts'
import { type Configuration, type ConfigurationOptions, createConfiguration } from './configuration.ts'
import { type AddressFilters, createAddressFilters } from './peers/address-filters.ts'
import { type Bootstrap, createBootstrap } from './peers/bootstrap.ts'
import { createPeering, type Peering } from './peers/peering.ts'

/** The owner's settings as one document. */
export const configurationPart = definePart({
  name: 'configuration',
  needs: { datastore: 'required', identity: 'required', logger: 'required', environment: 'required' },
  create: (needs: ConfigurationOptions): Configuration => createConfiguration(needs),
})

export interface ListNeeds {
  readonly configuration: Configuration
}

export const bootstrapPart = definePart({
  name: 'bootstrap',
  needs: { configuration: 'required' },
  create: ({ configuration }: ListNeeds): Bootstrap => createBootstrap(configuration),
})

export const addressFiltersPart = definePart({
  name: 'addressFilters',
  needs: { configuration: 'required' },
  create: ({ configuration }: ListNeeds): AddressFilters => createAddressFilters(configuration),
})

export const peeringPart = definePart({
  name: 'peering',
  needs: { configuration: 'required' },
  create: ({ configuration }: ListNeeds): Peering => createPeering(configuration),
})
