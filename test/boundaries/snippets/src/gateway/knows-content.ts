// expects: nothing
import { walk } from '../content/walk.ts'

export const visit = walk
