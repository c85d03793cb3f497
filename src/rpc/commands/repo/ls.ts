import { alias } from '../../declare/registry.ts'
import { refsLocal } from '../refs/local.ts'

/** The path of `refs/local` for today's clients. */
export const repoLs = { ...alias('repo/ls', refsLocal), extension: true } as const
