import { alias } from '../../declare/registry.ts'
import { dhtProvide } from '../dht/provide.ts'

/** The path of `dht/provide` for today's clients. */
export const routingProvide = { ...alias('routing/provide', dhtProvide), extension: true } as const
