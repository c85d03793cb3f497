import { alias } from '../../declare/registry.ts'
import { dhtGet } from '../dht/get.ts'

/** By this path today's clients call `dht/get`. */
export const routingGet = { ...alias('routing/get', dhtGet), extension: true } as const
