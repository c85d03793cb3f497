import { doesNotExist } from '../../../files/errors.ts'
import { defineCommand, empty } from '../../declare/command.ts'
import { optionalArg } from '../../declare/wire.ts'
import { CID_FORM_OPTIONS, FLUSH_OPTION, formOptions } from '../../options/files-options.ts'

/** Spec: RPC document, section 4, `/files/chcid`. */
export const filesChcid = defineCommand({
  path: 'files/chcid',
  about: 'Change the CID version or hash function of a directory',
  args: { path: optionalArg('Path to change; the root when absent') },
  options: { ...CID_FORM_OPTIONS, ...FLUSH_OPTION },
  reply: empty(),
  parts: ['files', 'repo'],
  async run({ files, repo }, { args: { path = '/' }, options, session, signal }) {
    if (path === '') throw doesNotExist()
    const change = () => files.changeForm(path, { ...formOptions(options), session, signal })
    await repo.whileAdding(change, { signal })
  },
})
