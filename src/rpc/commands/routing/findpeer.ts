import { alias } from '../../declare/registry.ts'
import { dhtFindpeer } from '../dht/findpeer.ts'

/** The path of `dht/findpeer` for today's clients. */
export const routingFindpeer = { ...alias('routing/findpeer', dhtFindpeer), extension: true } as const
