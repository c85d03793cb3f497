// expects: lint/style/noRestrictedImports
import { CID } from 'multiformats/cid'

export const parse = CID.parse
