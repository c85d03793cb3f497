import { openDagPbObject } from '../../../objects/open-object.ts'
import { exportTar } from '../../../objects/tar/export-tar.ts'
import { bytes, defineCommand } from '../../declare/command.ts'
import { arg } from '../../declare/wire.ts'

/** Spec: RPC document, section 4, `/tar/cat`. */
export const tarCat = defineCommand({
  path: 'tar/cat',
  about: 'Export a tree that was imported from a tar file',
  args: { path: arg('Path of the imported archive', { fromBody: true }) },
  options: {},
  reply: bytes(),
  async run(_, { args: { path }, session, signal }) {
    const root = await openDagPbObject(session, path, { signal })
    return { content: exportTar(session, root, { signal }) }
  },
})
