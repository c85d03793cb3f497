// expects: lint/style/noRestrictedImports
import { openWebPorts } from '../web/ports.ts'

export const open = openWebPorts
