// expects: lint/style/useImportType
import { Blockstore } from './ports/blockstore.ts'

export type Store = Blockstore
