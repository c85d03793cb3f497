import { alias } from '../../declare/registry.ts'
import { dhtFindprovs } from '../dht/findprovs.ts'

/** The path of `dht/findprovs` for today's clients. */
export const routingFindprovs = { ...alias('routing/findprovs', dhtFindprovs), extension: true } as const
