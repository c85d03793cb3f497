import { alias } from '../../declare/registry.ts'
import { provideStat } from '../provide/stat.ts'

/** The older path of `provide/stat` for today's clients. */
export const statsReprovide = alias('stats/reprovide', provideStat)
