import { defineCommand, ndjson } from '../../declare/command.ts'
import { mapItems } from '../../serve/map-items.ts'
import { FileRef } from '../../shapes/dag.ts'

/** Spec: RPC document, section 4, `/refs/local`. Blocks have raw CIDs: a store does not know codecs. */
export const refsLocal = defineCommand({
  path: 'refs/local',
  about: 'List all local references',
  args: {},
  options: {},
  reply: ndjson(FileRef),
  text: ({ Ref }: { Ref: string }) => `${Ref}\n`,
  parts: ['repo'],
  run: ({ repo }, { signal }) => mapItems(repo.blocks({ signal }), ({ cid }) => ({ Ref: `${cid}`, Err: '' })),
})
