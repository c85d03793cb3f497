// expects: lint/style/noRestrictedImports
import { toResponse } from '../rpc/reply.ts'

export const reply = toResponse
