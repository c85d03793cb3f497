import { alias } from '../../declare/registry.ts'
import { keyList } from './list.ts'

/** The path of `key/list` for today's clients. */
export const keyLs = { ...alias('key/ls', keyList), extension: true } as const
