import { defineCommand, json } from '../../command.ts'
import { RepoVersion } from '../../shapes/node.ts'
import { bool } from '../../wire.ts'

/** Spec: RPC document, section 4, `/repo/version`. */
export const repoVersion = defineCommand({
  path: 'repo/version',
  about: 'Show the version of the storage format',
  args: {},
  options: { quiet: bool('Print less', { alias: 'q' }) },
  reply: json(RepoVersion),
})
