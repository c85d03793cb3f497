import { defineCommand, ndjson } from '../../command.ts'
import { DagStat } from '../../shapes/dag.ts'
import { args, bool } from '../../wire.ts'

/** Spec: RPC document, section 4, `/dag/stat`. */
export const dagStat = defineCommand({
  path: 'dag/stat',
  about: 'Count the blocks under a root and their bytes',
  args: { root: args('CIDs of the roots', { fromBody: true }) },
  options: {
    progress: bool('Send the sums as they grow', { alias: 'p', fallback: true }),
  },
  reply: ndjson(DagStat),
})
