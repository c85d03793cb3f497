// expects: lint/style/noRestrictedImports
import { z } from 'zod/mini'

export const schema = z.string()
