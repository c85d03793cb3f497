// expects: nothing
import { CID } from 'multiformats/cid'

export const parse = CID.parse
