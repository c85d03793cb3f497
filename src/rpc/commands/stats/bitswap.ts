import { alias } from '../../declare/registry.ts'
import { bitswapStat } from '../bitswap/stat.ts'

/** Spec: RPC document, section 4, `/stats/bitswap`. */
export const statsBitswap = alias('stats/bitswap', bitswapStat)
