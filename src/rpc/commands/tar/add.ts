import { defineCommand, json } from '../../declare/command.ts'
import { TarAdded } from '../../shapes/files.ts'

/** Spec: RPC document, section 4, `/tar/add`. */
export const tarAdd = defineCommand({
  path: 'tar/add',
  about: 'Import a tar file as a tree of its entries',
  args: {},
  options: {},
  body: 'file',
  reply: json(TarAdded),
})
