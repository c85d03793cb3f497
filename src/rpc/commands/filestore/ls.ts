import { defineCommand, ndjson } from '../../declare/command.ts'
import { bool, optionalArgs } from '../../declare/wire.ts'
import { FilestoreEntry } from '../../shapes/files.ts'

/** Spec: RPC document, section 4, `/filestore/ls`. */
export const filestoreLs = defineCommand({
  path: 'filestore/ls',
  about: 'List blocks that are referred to outside the block store',
  status: 'experimental',
  args: { obj: optionalArgs('CIDs to list; all when absent') },
  options: { 'file-order': bool('Sort by file') },
  reply: ndjson(FilestoreEntry),
})
