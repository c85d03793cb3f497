import { alias } from '../../declare/registry.ts'
import { dhtPut } from '../dht/put.ts'

/** By this path today's clients call `dht/put`. */
export const routingPut = { ...alias('routing/put', dhtPut), extension: true } as const
