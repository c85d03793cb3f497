// expects: nothing
import { z } from 'zod/mini'

export const schema = z.string()
