import { alias } from '../../declare/registry.ts'
import { dhtFindprovs } from '../dht/findprovs.ts'

/** By this path today's clients call `dht/findprovs`. */
export const routingFindprovs = { ...alias('routing/findprovs', dhtFindprovs), extension: true } as const
