// expects: lint/style/noRestrictedImports
import { listing } from '../../gateway/listing.ts'

export const list = listing
