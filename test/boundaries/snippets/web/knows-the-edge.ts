// expects: lint/style/noRestrictedImports
import type { Env } from '../edge/env.ts'

export type Bindings = Env
