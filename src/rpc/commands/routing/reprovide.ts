import { alias } from '../../declare/registry.ts'
import { bitswapReprovide } from '../bitswap/reprovide.ts'

/** The path of `bitswap/reprovide` for today's clients. */
export const routingReprovide = { ...alias('routing/reprovide', bitswapReprovide), extension: true } as const
