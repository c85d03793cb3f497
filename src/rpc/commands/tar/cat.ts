import { bytes, defineCommand } from '../../declare/command.ts'
import { arg } from '../../declare/wire.ts'

/** Spec: RPC document, section 4, `/tar/cat`. */
export const tarCat = defineCommand({
  path: 'tar/cat',
  about: 'Export a tree that was imported from a tar file',
  args: { path: arg('Path of the imported archive', { fromBody: true }) },
  options: {},
  reply: bytes(),
})
