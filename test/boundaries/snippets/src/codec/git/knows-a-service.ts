// expects: lint/style/noRestrictedImports
import { createNode } from '../../node.ts'

export const node = createNode
