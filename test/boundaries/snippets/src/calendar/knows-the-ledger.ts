// expects: lint/style/noRestrictedImports
import { record } from '../ledger/ledger.ts'

export const note = record
