import { alias } from '../../declare/registry.ts'
import { repoStat } from '../repo/stat.ts'

/** Spec: RPC document, section 4, `/stats/repo`. */
export const statsRepo = alias('stats/repo', repoStat)
