import { defineCommand, json } from '../../command.ts'
import { UnixListing } from '../../shapes/files.ts'
import { args } from '../../wire.ts'

/** Spec: RPC document, section 4, `/file/ls`. */
export const fileLs = defineCommand({
  path: 'file/ls',
  about: 'List files and directories by the CIDs of their arguments; use ls instead',
  status: 'deprecated',
  args: { 'ipfs-path': args('Paths to list links from', { fromBody: true }) },
  options: {},
  reply: json(UnixListing),
})
