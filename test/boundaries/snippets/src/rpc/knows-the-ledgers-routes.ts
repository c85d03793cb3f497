// expects: lint/style/noRestrictedImports
import { ledgerRoutes } from '../ledger/routes.ts'

export const routes = ledgerRoutes
