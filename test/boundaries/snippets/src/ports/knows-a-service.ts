// expects: lint/style/noRestrictedImports
import type { StorageNode } from '../node.ts'

export type Port = StorageNode
