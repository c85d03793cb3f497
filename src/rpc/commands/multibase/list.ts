import { alias } from '../../declare/registry.ts'
import { cidBases } from '../cid/bases.ts'

/** The path of `cid/bases` for today's clients. */
export const multibaseList = { ...alias('multibase/list', cidBases), extension: true } as const
