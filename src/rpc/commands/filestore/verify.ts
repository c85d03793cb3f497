import { defineCommand, ndjson } from '../../declare/command.ts'
import { bool, optionalArgs } from '../../declare/wire.ts'
import { FilestoreEntry } from '../../shapes/files.ts'

/** Spec: RPC document, section 4, `/filestore/verify`. */
export const filestoreVerify = defineCommand({
  path: 'filestore/verify',
  about: 'Check blocks that are referred to outside the block store',
  status: 'experimental',
  args: { obj: optionalArgs('CIDs to check; all when absent') },
  options: { 'file-order': bool('Check in the order of files') },
  reply: ndjson(FilestoreEntry),
})
