// expects: lint/style/noRestrictedImports
import { createLibp2p } from 'libp2p'

export const create = createLibp2p
