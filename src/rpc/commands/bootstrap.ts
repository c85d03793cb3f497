import { alias } from '../declare/registry.ts'
import { bootstrapList } from './bootstrap/list.ts'

/** Spec: RPC document, section 4, `/bootstrap`. */
export const bootstrap = alias('bootstrap', bootstrapList)
