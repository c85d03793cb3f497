import { alias } from '../../declare/registry.ts'
import { dhtPut } from '../dht/put.ts'

/** The path of `dht/put` for today's clients. */
export const routingPut = { ...alias('routing/put', dhtPut), extension: true } as const
