import { defineCommand, empty } from '../../declare/command.ts'
import { arg, bool } from '../../declare/wire.ts'
import {
  CID_FORM_OPTIONS,
  FLUSH_OPTION,
  formOptions,
  METADATA_OPTIONS,
  metadataOptions,
} from '../../options/files-options.ts'

/** Spec: RPC document, section 4, `/files/mkdir`. */
export const filesMkdir = defineCommand({
  path: 'files/mkdir',
  about: 'Make a directory',
  args: { path: arg('Path to make') },
  options: {
    parents: bool('Make the directories on the way, and be content with one that is there', { alias: 'p' }),
    ...CID_FORM_OPTIONS,
    ...METADATA_OPTIONS,
    ...FLUSH_OPTION,
  },
  reply: empty(),
  parts: ['files', 'repo'],
  async run({ files, repo }, { args: { path }, options, session, signal }) {
    const wanted = { parents: options.parents, ...formOptions(options), ...metadataOptions(options) }
    await repo.whileAdding(() => files.makeDirectory(path, { ...wanted, session, signal }), { signal })
  },
})
