import { alias } from '../../declare/registry.ts'
import { dhtProvide } from '../dht/provide.ts'

/** By this path today's clients call `dht/provide`. */
export const routingProvide = { ...alias('routing/provide', dhtProvide), extension: true } as const
