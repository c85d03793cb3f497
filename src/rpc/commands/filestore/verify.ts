import { resolvePath } from '../../../unixfs/dag/resolve.ts'
import { defineCommand, ndjson } from '../../declare/command.ts'
import { bool, optionalArgs } from '../../declare/wire.ts'
import { filestoreEntry, verifiedLine } from '../../print/filestore-entry.ts'
import { mapItems } from '../../serve/map-items.ts'
import { FilestoreEntry } from '../../shapes/files.ts'

/** Spec: RPC document, section 4, `/filestore/verify`. */
export const filestoreVerify = defineCommand({
  path: 'filestore/verify',
  about: 'Check blocks that are referred to outside the block store',
  status: 'experimental',
  args: { obj: optionalArgs('CIDs to check; all when absent') },
  options: { 'file-order': bool('Check in the order of files') },
  reply: ndjson(FilestoreEntry),
  text: verifiedLine,
  parts: ['filestore'],
  async *run({ filestore }, { args, options, session, signal }) {
    const resolve = async (path: string) => (await resolvePath(session, path, { signal })).cid
    const { 'file-order': byPlace } = options
    const items =
      args.obj.length > 0
        ? filestore.lookUp(args.obj, { resolve, signal })
        : filestore.verify({ byPlace, signal })
    yield* mapItems(items, filestoreEntry)
  },
})
