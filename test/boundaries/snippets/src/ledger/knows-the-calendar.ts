// expects: lint/style/noRestrictedImports
import { commit } from '../calendar/commit.ts'

export const note = commit
