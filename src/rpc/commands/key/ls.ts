import { alias } from '../../declare/registry.ts'
import { keyList } from './list.ts'

/** By this path today's clients call `key/list`. */
export const keyLs = { ...alias('key/ls', keyList), extension: true } as const
