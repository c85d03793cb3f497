// expects: lint/style/noRestrictedImports
export { serve } from '../rpc/routes.ts'
