// expects: lint/style/noRestrictedImports
import { UnixFS } from 'ipfs-unixfs'

export const read = UnixFS.unmarshal
