// expects: lint/style/noRestrictedImports
import { Buffer } from 'node:buffer'

export const from = Buffer.from
