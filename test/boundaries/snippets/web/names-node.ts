// expects: lint/style/noRestrictedImports
import { createHash } from 'node:crypto'

export const hash = createHash
