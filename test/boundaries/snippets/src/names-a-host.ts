// expects: lint/style/noRestrictedImports
export { openWebPorts } from '../web/ports.ts'
