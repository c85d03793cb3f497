import { alias } from '../../declare/registry.ts'
import { cidBases } from '../cid/bases.ts'

/** By this path today's clients call `cid/bases`. */
export const multibaseList = { ...alias('multibase/list', cidBases), extension: true } as const
