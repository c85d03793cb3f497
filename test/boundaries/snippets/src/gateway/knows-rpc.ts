// expects: lint/style/noRestrictedImports
import { textRefusal } from '../rpc/errors.ts'

export const refuse = textRefusal
