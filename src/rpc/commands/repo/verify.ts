import { defineCommand, ndjson } from '../../command.ts'
import { RepoProgress } from '../../shapes/node.ts'
import { bool } from '../../wire.ts'

/** Spec: RPC document, section 4, `/repo/verify`. */
export const repoVerify = defineCommand({
  path: 'repo/verify',
  about: 'Check that every block is what its CID says',
  args: {},
  options: {
    drop: bool('Remove broken blocks'),
    heal: bool('Fetch broken blocks again'),
  },
  reply: ndjson(RepoProgress),
})
