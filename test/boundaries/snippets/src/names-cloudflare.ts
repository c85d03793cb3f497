// expects: lint/style/noRestrictedImports
import { DurableObject } from 'cloudflare:workers'

export const base = DurableObject
