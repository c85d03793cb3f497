import { alias } from '../../declare/registry.ts'
import { dhtFindpeer } from '../dht/findpeer.ts'

/** By this path today's clients call `dht/findpeer`. */
export const routingFindpeer = { ...alias('routing/findpeer', dhtFindpeer), extension: true } as const
