// expects: lint/style/noRestrictedImports
import { decode } from '@ipld/dag-pb'

export const read = decode
