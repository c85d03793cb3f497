import { defineCommand, ndjson } from '../../declare/command.ts'
import { mapItems } from '../../serve/map-items.ts'
import { FileRef } from '../../shapes/dag.ts'

/** Spec: RPC document, section 4, `/filestore/dups`. */
export const filestoreDups = defineCommand({
  path: 'filestore/dups',
  about: 'List blocks that are both in the block store and referred to outside',
  status: 'experimental',
  args: {},
  options: {},
  reply: ndjson(FileRef),
  text: ({ Ref }: { readonly Ref: string }) => `${Ref}\n`,
  parts: ['filestore'],
  run: ({ filestore }, { signal }) =>
    mapItems(filestore.duplicates({ signal }), (cid) => ({ Ref: cid.toString(), Err: '' })),
})
