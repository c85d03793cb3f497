import { resolvePath } from '../../../unixfs/dag/resolve.ts'
import { defineCommand, ndjson } from '../../declare/command.ts'
import { bool, optionalArgs } from '../../declare/wire.ts'
import { filestoreEntry, filestoreLine } from '../../print/filestore-entry.ts'
import { mapItems } from '../../serve/map-items.ts'
import { FilestoreEntry } from '../../shapes/files.ts'

/** Spec: RPC document, section 4, `/filestore/ls`. */
export const filestoreLs = defineCommand({
  path: 'filestore/ls',
  about: 'List blocks that are referred to outside the block store',
  status: 'experimental',
  args: { obj: optionalArgs('CIDs to list; all when absent') },
  options: { 'file-order': bool('Sort by file') },
  reply: ndjson(FilestoreEntry),
  text: filestoreLine,
  parts: ['filestore'],
  async *run({ filestore }, { args, options, session, signal }) {
    const resolve = async (path: string) => (await resolvePath(session, path, { signal })).cid
    const { 'file-order': byPlace } = options
    const items =
      args.obj.length > 0
        ? filestore.lookUp(args.obj, { resolve, signal })
        : filestore.list({ byPlace, signal })
    yield* mapItems(items, filestoreEntry)
  },
})
