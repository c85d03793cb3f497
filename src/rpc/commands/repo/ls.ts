import { alias } from '../../declare/registry.ts'
import { refsLocal } from '../refs/local.ts'

/** By this path today's clients call `refs/local`. */
export const repoLs = { ...alias('repo/ls', refsLocal), extension: true } as const
