import { alias } from '../../declare/registry.ts'
import { dhtGet } from '../dht/get.ts'

/** The path of `dht/get` for today's clients. */
export const routingGet = { ...alias('routing/get', dhtGet), extension: true } as const
