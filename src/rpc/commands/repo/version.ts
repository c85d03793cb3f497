import { FS_REPO_VERSION, REPO_VERSION } from '../../../version.ts'
import { defineCommand, json } from '../../declare/command.ts'
import { bool } from '../../declare/wire.ts'
import { RepoVersion } from '../../shapes/node.ts'

/** Spec: RPC document, section 4, `/repo/version`. */
export const repoVersion = defineCommand({
  path: 'repo/version',
  about: 'Show the version of the storage format',
  args: {},
  options: { quiet: bool('Print less', { alias: 'q', fallback: false }) },
  reply: json(RepoVersion),
  text: (_: unknown, { options: { quiet } }) =>
    quiet ? `${FS_REPO_VERSION}\n` : `ipfs repo version ${FS_REPO_VERSION}\n`,
  run: async () => ({ Version: REPO_VERSION }),
})
