// expects: lint/style/noRestrictedImports
import { send } from '../test/hosts/memory.ts'

export const call = send
