// expects: nothing
import type { CID } from '../codec/cid.ts'

export type Port = CID
